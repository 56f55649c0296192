import type { Adapter, Values } from './channel.ts';
import { ownProviders } from './own-providers.ts';
import { readProviders } from './read-providers.ts';

const known = new Map(ownProviders);

/** Every provider by its identifier, which is the name of its file. */
export const adapters: ReadonlyMap<string, Adapter> = known;

/** Makes the providers of a folder known, each by the name of its file. */
export function addProviders(folder: string): void {
  for (const [id, adapter] of readProviders(folder)) known.set(id, adapter);
}

/** The provider of a channel: the one its settings name, else the first of its type; undefined when there is none. */
export function adapterFor(type: string, settings: unknown): Adapter | undefined {
  return adapters.get(providerFor(type, settings) ?? '');
}

/** The identifier of that provider. One that is named and not there (any more) is not replaced by another. */
export function providerFor(type: string, settings: unknown): string | undefined {
  const { provider } = (settings ?? {}) as { provider?: unknown };
  if (typeof provider === 'string' && provider) return adapters.get(provider)?.type === type ? provider : undefined;
  return [...adapters].find(([, adapter]) => adapter.type === type)?.[0];
}

/** The kinds of address that messages of a channel go to; none when it publishes, or nothing serves it. */
export const addressKinds = (type: string, settings: unknown): readonly string[] =>
  adapterFor(type, settings)?.addresses ?? [];

/** The channel types that address people, each with all kinds of address its providers send to. */
export function addressingTypes(): ReadonlyMap<string, readonly string[]> {
  const types = new Map<string, string[]>();
  for (const { type, addresses } of adapters.values()) {
    if (addresses.length) types.set(type, [...new Set([...(types.get(type) ?? []), ...addresses])]);
  }
  return types;
}

/** Whether people can reply to what goes over a channel: its provider hands that over, and is set up to. */
export function takesReplies(adapter: Adapter | undefined, settings: unknown): boolean {
  return adapter?.gives.replies === true && (adapter.hears?.((settings ?? {}) as Values) ?? true);
}

/** The channel types of which each channel reaches the same addresses: one of a type is enough, and the others stand in for it. */
export const oneIsEnough: readonly string[] = ['email', 'sms', 'voice', 'webpush'];
