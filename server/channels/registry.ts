import type { Adapter, Values } from './channel.ts';
import { ownProviders } from './own-providers.ts';
import { readProviders } from './read-providers.ts';

const known = new Map(ownProviders);

/** Every provider by its file name. */
export const adapters: ReadonlyMap<string, Adapter> = known;

export function addProviders(folder: string): void {
  for (const [id, adapter] of readProviders(folder)) known.set(id, adapter);
}

/** Returns the named provider, or the usual one of the type. */
export function adapterFor(type: string, settings: unknown): Adapter | undefined {
  return adapters.get(providerFor(type, settings) ?? '');
}

/** Returns that provider's identifier. A named provider that doesn't exist isn't replaced. */
export function providerFor(type: string, settings: unknown): string | undefined {
  const { provider } = (settings ?? {}) as { provider?: unknown };
  if (typeof provider === 'string' && provider) return adapters.get(provider)?.type === type ? provider : undefined;
  return usual[type] ?? [...adapters].find(([, adapter]) => adapter.type === type)?.[0];
}

// the first provider, which API clients may leave out
const usual: Readonly<Record<string, string>> = { voice: 'voice-twilio' };

/** Returns a channel's kinds of address; empty if it publishes. */
export const addressKinds = (type: string, settings: unknown): readonly string[] =>
  adapterFor(type, settings)?.addresses ?? [];

/** Returns the addressing channel types with their kinds of address. */
export function addressingTypes(): ReadonlyMap<string, readonly string[]> {
  const types = new Map<string, string[]>();
  for (const { type, addresses } of adapters.values()) {
    if (addresses.length) types.set(type, [...new Set([...(types.get(type) ?? []), ...addresses])]);
  }
  return types;
}

/** Returns whether the provider forwards replies and is set up for it. */
export function takesReplies(adapter: Adapter | undefined, settings: unknown): boolean {
  return adapter?.gives.replies === true && (adapter.hears?.((settings ?? {}) as Values) ?? true);
}

/** Channel types whose channels substitute each other. */
export const oneIsEnough: readonly string[] = ['email', 'sms', 'voice', 'webpush'];
