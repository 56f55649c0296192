import { Refusal } from '#server/platform/errors.ts';
import { type Secrets, seal, unseal } from '#server/platform/secrets.ts';
import { checkField } from '#shared/fields/kinds.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { type Adapter, DeliveryError, type Values } from './channel.ts';
import { adapterFor, providerFor } from './registry.ts';

/** A stored channel's settings. */
export interface StoredSettings {
  id: number;
  settings: unknown;
  secrets: Buffer | null;
}

type Store = Pick<Secrets, 'store'>;

const sealedFor = (channelId: number) => `channels/${channelId}`;

/**
 * Returns settings with decrypted secrets and defaults, for sending only. Throws a DeliveryError if they belong to
 * another key or channel.
 */
export function openSettings(secrets: Store, adapter: Adapter, channel: StoredSettings): Values {
  const hidden = hiddenOf(secrets, channel);
  if (!hidden) throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
  return filledUp(adapter, channel, hidden);
}

/** The same for administrators: unreadable secrets count as unset. */
export const knownSettings = (secrets: Store, adapter: Adapter, channel: StoredSettings): Values =>
  filledUp(adapter, channel, hiddenOf(secrets, channel) ?? {});

function hiddenOf({ store }: Store, { id, secrets }: StoredSettings): Values | null {
  try {
    return secrets ? unseal<Values>(store, sealedFor(id), secrets) : {};
  } catch {
    return null;
  }
}

function filledUp({ fields }: Adapter, { settings }: StoredSettings, hidden: Values): Values {
  const defaults = fields.map((field) => [field.name, field.default ?? null] as const);
  return { ...Object.fromEntries(defaults), ...record(settings), ...hidden };
}

export function secretValues(secrets: Store, adapter: Adapter, channel: StoredSettings): string[] {
  const values = knownSettings(secrets, adapter, channel);
  return adapter.fields.flatMap(({ name, secret }) => (secret && values[name] ? String(values[name]) : []));
}

/** Returns a channel's settings without secrets, of which only whether they are set. */
export function publicSettings(secrets: Store, type: string, channel: StoredSettings): Values {
  const stored = record(channel.settings);
  const adapter = adapterFor(type, stored);
  if (!adapter) return {};
  const values = knownSettings(secrets, adapter, channel);
  const shown = adapter.fields.map(({ name, secret }) => [
    name,
    secret ? Boolean(values[name]) : (values[name] ?? null),
  ]);
  return { provider: providerFor(type, stored)!, ...Object.fromEntries(shown) };
}

/** Returns all errors in entered settings, by setting. */
export const settingFaults = (
  secrets: Store,
  type: string,
  channel: StoredSettings,
  input: unknown,
): Record<string, RefusalKey> => split(secrets, type, channel, input)?.faults ?? {};

/**
 * Splits settings for storage. A secret stays if it is absent or a boolean, as displayed; an empty one is cleared. If
 * it would go to another address, it must be entered again. Refuses with a key per setting.
 */
export function storeSettings(
  secrets: Store,
  type: string,
  channel: StoredSettings,
  input: unknown,
): { settings: Values; secrets: Buffer | null } {
  const parts = split(secrets, type, channel, input);
  if (!parts) return { settings: record(channel.settings), secrets: channel.secrets };
  const { shown, hidden, faults } = parts;
  if (Object.keys(faults).length) throw new Refusal('error_invalid_input', faults);
  const sealed = Object.keys(hidden).length ? seal(secrets.store, sealedFor(channel.id), hidden) : null;
  return { settings: shown, secrets: sealed };
}

function split(secrets: Store, type: string, channel: StoredSettings, input: unknown) {
  const given = record(input);
  const adapter = adapterFor(type, given);
  const faults = unknownIn(adapter, given);
  if (!adapter) return Object.keys(faults).length ? { shown: {}, hidden: {}, faults } : null;
  const before = knownSettings(secrets, adapter, channel);
  const provider = providerFor(type, given)!;
  const isNew = record(channel.settings)['provider'] !== provider;
  const shown: Values = { provider };
  const hidden: Values = {};
  const keptSecrets = new Set<string>();
  for (const field of adapter.fields) {
    const entered = given[field.name];
    const kept = entered === undefined || (field.secret === true && typeof entered === 'boolean');
    const checked = kept
      ? { value: (isNew ? field.preset : null) ?? before[field.name] ?? null }
      : checkField(field, entered);
    if ('fault' in checked) faults[field.name] = checked.fault;
    else if (checked.value === null && field.required) faults[field.name] = 'error_required';
    else if (checked.value !== null) (field.secret ? hidden : shown)[field.name] = checked.value as Values[string];
    if (kept && field.secret) keptSecrets.add(field.name);
  }
  for (const { name, receives = [] } of adapter.fields) {
    if (placeOf(shown[name]) === placeOf(before[name])) continue;
    for (const secret of receives)
      if (keptSecrets.has(secret) && hidden[secret]) faults[secret] ??= 'error_secret_again';
  }
  return { shown, hidden, faults: { ...adapter.check?.({ ...shown, ...hidden }), ...faults } };
}

/** Returns an unknown provider or unknown settings. */
function unknownIn(adapter: Adapter | undefined, given: Record<string, unknown>): Record<string, RefusalKey> {
  const { provider, ...named } = given;
  const isNamed = provider !== undefined && provider !== null && provider !== '';
  if (isNamed && (typeof provider !== 'string' || !adapter)) return { provider: 'error_unknown_choice' };
  const known = new Set(adapter?.fields.map(({ name }) => name));
  const unknown = Object.keys(named).filter((name) => !known.has(name));
  return Object.fromEntries(unknown.map((name) => [name, 'error_unknown_field'] as const));
}

const placeOf = (address: Values[string] | undefined): string => {
  const text = String(address ?? '').trim();
  const origin = URL.parse(text)?.origin;
  return origin && origin !== 'null' ? origin : text;
};

const record = (value: unknown): Record<string, Values[string]> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, Values[string]>) : {};
