import { Refusal } from '#server/errors.ts';
import { type Secrets, seal, unseal } from '#server/secrets.ts';
import type { Adapter, Field, Values } from './channel.ts';
import { adapterFor, providerFor } from './registry.ts';

/** A channel as it is stored, as far as its settings go. */
export interface StoredSettings {
  id: number;
  settings: unknown;
  secrets: Buffer | null;
}

type Store = Pick<Secrets, 'store'>;

const sealedFor = (channelId: number) => `channels/${channelId}`;

/** All settings of a channel with its secrets in clear, filled up with defaults; for sending only, never for an answer. */
export function openSettings(secrets: Store, adapter: Adapter, channel: StoredSettings): Values {
  const defaults = adapter.fields.map((field) => [field.name, field.default ?? null] as const);
  const hidden = channel.secrets ? unseal<Values>(secrets.store, sealedFor(channel.id), channel.secrets) : {};
  return { ...Object.fromEntries(defaults), ...record(channel.settings), ...hidden };
}

/** What may be shown of a channel's settings: its provider, and everything but secrets, which show only whether they are set. */
export function publicSettings(secrets: Store, type: string, channel: StoredSettings): Values {
  const stored = record(channel.settings);
  const adapter = adapterFor(type, stored);
  if (!adapter) return {};
  const values = openSettings(secrets, adapter, channel);
  const shown = adapter.fields.map(({ name, secret }) => [
    name,
    secret ? Boolean(values[name]) : (values[name] ?? null),
  ]);
  return { provider: providerFor(type, stored)!, ...Object.fromEntries(shown) };
}

/**
 * Checks what an administrator entered and splits it for storing. A secret that is absent or `true` (as it was shown)
 * stays as it is, an empty one is cleared. Refuses with a key per field.
 */
export function storeSettings(
  secrets: Store,
  type: string,
  channel: StoredSettings,
  input: unknown,
): { settings: Values; secrets: Buffer | null } {
  const given = record(input);
  const adapter = adapterFor(type, given);
  if (!adapter) return { settings: record(channel.settings), secrets: channel.secrets };
  const before = openSettings(secrets, adapter, channel);
  const faults: Record<string, 'error_required' | 'error_invalid_input'> = {};
  const shown: Values = { provider: providerFor(type, given)! };
  const hidden: Values = {};
  for (const field of adapter.fields) {
    const entered = given[field.name];
    const kept = entered === undefined || (field.secret === true && entered === true);
    const value = kept ? (before[field.name] ?? null) : clean(field, entered);
    if (value === undefined) faults[field.name] = 'error_invalid_input';
    else if (value === null && field.required) faults[field.name] = 'error_required';
    else if (value !== null) (field.secret ? hidden : shown)[field.name] = value;
  }
  if (Object.keys(faults).length) throw new Refusal('error_invalid_input', faults);
  const sealed = Object.keys(hidden).length ? seal(secrets.store, sealedFor(channel.id), hidden) : null;
  return { settings: shown, secrets: sealed };
}

const record = (value: unknown): Record<string, Values[string]> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, Values[string]>) : {};

/** The value as the field stores it, null when it is empty, undefined when it does not fit. */
function clean(field: Field, value: Values[string]): Values[string] | undefined {
  if (value === null || value === '') return null;
  if (field.kind === 'toggle') return typeof value === 'boolean' ? value : undefined;
  if (field.kind === 'number') {
    const number = typeof value === 'string' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isInteger(number)) return undefined;
    const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = field;
    return number >= minimum && number <= maximum ? number : undefined;
  }
  if (typeof value !== 'string' || value.length > 1000) return undefined;
  if (field.kind === 'select') return field.options?.some((option) => option.value === value) ? value : undefined;
  return value.trim() || null;
}
