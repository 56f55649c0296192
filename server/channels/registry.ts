import type { Adapter, Values } from './channel.ts';
import { ownProviders } from './own-providers.ts';
import { readProviders } from './read-providers.ts';

const known = new Map(ownProviders);

/** Every provider by identifier, which is its file name. */
export const adapters: ReadonlyMap<string, Adapter> = known;

/** Registers the providers of a folder, each by its file name. */
export function addProviders(folder: string): void {
  for (const [id, adapter] of readProviders(folder)) known.set(id, adapter);
}

/** The provider of a channel: the one its settings name, else the usual one of its type; undefined when there is none. */
export function adapterFor(type: string, settings: unknown): Adapter | undefined {
  return adapters.get(providerFor(type, settings) ?? '');
}

/** Returns the identifier of that provider. A named provider that doesn't exist is not replaced. */
export function providerFor(type: string, settings: unknown): string | undefined {
  const { provider } = (settings ?? {}) as { provider?: unknown };
  if (typeof provider === 'string' && provider) return adapters.get(provider)?.type === type ? provider : undefined;
  return usual[type] ?? [...adapters].find(([, adapter]) => adapter.type === type)?.[0];
}

// the provider before there were others, which API clients may leave out
const usual: Readonly<Record<string, string>> = { voice: 'voice-twilio' };

/** Returns the kinds of address of a channel; empty if it publishes or has no provider. */
export const addressKinds = (type: string, settings: unknown): readonly string[] =>
  adapterFor(type, settings)?.addresses ?? [];

/** Returns the channel types that address people, each with all its providers' kinds of address. */
export function addressingTypes(): ReadonlyMap<string, readonly string[]> {
  const types = new Map<string, string[]>();
  for (const { type, addresses } of adapters.values()) {
    if (addresses.length) types.set(type, [...new Set([...(types.get(type) ?? []), ...addresses])]);
  }
  return types;
}

/** Returns whether people can reply over a channel: its provider forwards replies and is set up for it. */
export function takesReplies(adapter: Adapter | undefined, settings: unknown): boolean {
  return adapter?.gives.replies === true && (adapter.hears?.((settings ?? {}) as Values) ?? true);
}

/** Channel types whose channels all reach the same addresses, so that they substitute each other. */
export const oneIsEnough: readonly string[] = ['email', 'sms', 'voice', 'webpush'];
