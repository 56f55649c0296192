import { sql } from 'kysely';
import type { EntityRow } from '#server/administration/refs.ts';
import type { Faults, Hooks, Saving } from '#server/administration/saving.ts';
import { tellWaiting } from '#server/alerting/progress/tell-waiting.ts';
import { wakeLost, wakeWaiting } from '#server/alerting/recipients/step-wakes.ts';
import { confirmedNow, serverOf } from '#server/channels/confirmed-server.ts';
import { adapterFor, providerFor } from '#server/channels/registry.ts';
import {
  knownSettings,
  publicSettings,
  type StoredSettings,
  settingFaults,
  storeSettings,
} from '#server/channels/settings.ts';
import { sendWaiting } from '#server/channels/system-mails/waiting-mails.ts';
import type { Tx } from '#server/platform/database/connect.ts';

type Channel = EntityRow & StoredSettings & { channelTypeId: number };

/** Settings depend on the provider; secrets are write-only. */
export const channelHooks: Hooks = {
  async check({ ctx, tx, before, input }: Saving, columns: Record<string, unknown>, faults: Faults) {
    const typeId = columns['channelTypeId'] ?? before?.['channelTypeId'];
    if (typeof typeId !== 'number') return;
    const channel = before as Channel | null;
    if (channel && typeId !== channel.channelTypeId) {
      const { rows } = await sql`select 1 from messages where channel_id = ${channel.id} limit 1`.execute(tx);
      if (rows.length) faults['channelType'] ??= 'error_in_use';
    }
    await keepToPlace(tx, channel, columns, faults);
    const change =
      (await changeOf({ tx, input }, channel, { id: channel?.id ?? 0, channelTypeId: typeId })) ??
      (channel && isSwitchedOn(channel, columns) ? await asItIs(tx, channel) : null);
    if (!change) return;
    const wrong = settingFaults(ctx.secrets, change.type, change.known, change.given);
    for (const [name, fault] of Object.entries(wrong)) faults[`settings.${name}`] = fault;
  },
  async written({ ctx, tx, before, input }, row) {
    if (before && before['isActive'] !== row['isActive']) {
      // waiting alarms use another channel, or this new one
      await (row['isActive'] ? wakeLost(tx) : wakeWaiting(tx, row.id));
      await tellWaiting(tx, row.id);
    }
    const change = await changeOf({ tx, input }, before as Channel | null, row as Channel);
    if (!change) return row;
    const { settings, secrets } = storeSettings(ctx.secrets, change.type, change.known, change.given);
    const unproven = { lastSuccessAt: null, lastFailureAt: null, lastFailure: null, lastFailureDetail: null };
    const isOther = isOtherWay(ctx, change, before as Channel | null, { id: row.id, settings, secrets });
    const stored = (await tx
      .updateTable('channels')
      .set({ settings: JSON.stringify(settings), secrets, ...(isOther ? unproven : {}) })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()) as EntityRow;
    await confirmOwn(ctx, tx, { id: row.id, type: change.type, was: change.known.settings, is: settings });
    return stored;
  },
  async audited({ ctx, tx, before }, row) {
    const states = [before, row].map((state) => (state ? (state as Channel) : null));
    const [shown, hidden] = await Promise.all([
      Promise.all(
        states.map(async (c) => (c ? publicSettings(ctx.secrets, await typeOf(tx, c.channelTypeId), c) : {})),
      ),
      Promise.all(states.map(async (c) => (c ? secretsOf(ctx, await typeOf(tx, c.channelTypeId), c) : {}))),
    ]);
    const [was, is] = hidden as [Record<string, unknown>, Record<string, unknown>];
    const replaced = Object.keys(is).filter((name) => name in was && was[name] !== is[name]);
    const marks = Object.fromEntries(replaced.map((name) => [name, 'replaced']));
    return { before: { settings: shown[0] }, after: { settings: { ...shown[1], ...marks } } };
  },
};

/** Returns whether changed settings make earlier results useless. */
function isOtherWay(
  ctx: Saving['ctx'],
  { type, known }: { type: string; known: StoredSettings },
  before: Channel | null,
  now: StoredSettings,
): boolean {
  const ways = [known, now].map((stored) => {
    const adapter = adapterFor(type, stored.settings);
    const values = adapter && knownSettings(ctx.secrets, adapter, stored);
    return JSON.stringify([providerFor(type, stored.settings), adapter?.fields.map(({ name }) => values?.[name])]);
  });
  return before?.settings !== known.settings || ways[0] !== ways[1];
}

/** Switches the other place's channel off, and refuses to switch it on before the release. */
async function keepToPlace(
  tx: Tx,
  before: Channel | null,
  columns: Record<string, unknown>,
  faults: Faults,
): Promise<void> {
  if (columns['usedAt'] === null) columns['usedAt'] = 'everywhere';
  const usedAt = columns['usedAt'] ?? before?.['usedAt'] ?? 'everywhere';
  const isActive = columns['isActive'] ?? before?.['isActive'] ?? true;
  if (usedAt === 'everywhere' || !isActive) return;
  const { place } = await tx.selectFrom('installation').select('place').executeTakeFirstOrThrow();
  if (usedAt === place) return;
  if (before?.['usedAt'] !== usedAt) columns['isActive'] = false;
  else if (before['isActive'] !== true) faults['isActive'] ??= 'error_channel_place'; // a release may have left it on
}

/** Confirms a system owner's new mail server; existing ones need an explicit confirmation. */
async function confirmOwn(
  ctx: Saving['ctx'],
  tx: Tx,
  { id, type, was, is }: { id: number; type: string; was: unknown; is: unknown },
): Promise<void> {
  const { roles, apiKey } = ctx.viewer;
  const server = serverOf(type, is);
  if (apiKey || !roles.includes('system_owner') || server === null || server === serverOf(type, was)) return;
  await confirmedNow(tx, id);
  await sendWaiting(ctx, tx);
}

/** Returns the new settings; null if unchanged. */
async function changeOf(
  { tx, input }: Pick<Saving, 'tx' | 'input'>,
  before: Channel | null,
  { id, channelTypeId }: Pick<Channel, 'id' | 'channelTypeId'>,
) {
  const isNewType = before?.channelTypeId !== channelTypeId;
  if (input['settings'] === undefined && !isNewType) return null;
  const type = await typeOf(tx, channelTypeId);
  const known: StoredSettings = before && !isNewType ? before : { id, settings: {}, secrets: null };
  return { type, known, given: withoutBlankSecrets(type, input['settings']) };
}

/** An active channel must be usable. */
const isSwitchedOn = (before: Channel, columns: Record<string, unknown>): boolean =>
  before['isActive'] === false && columns['isActive'] === true;

async function asItIs(tx: Tx, channel: Channel) {
  const { provider } = (channel.settings ?? {}) as { provider?: unknown };
  return { type: await typeOf(tx, channel.channelTypeId), known: channel, given: { provider } };
}

async function typeOf(tx: Tx, id: number): Promise<string> {
  const type = await tx.selectFrom('channelTypes').select('identifier').where('id', '=', id).executeTakeFirstOrThrow();
  return type.identifier;
}

/** An empty secret keeps the old one; null clears it. */
function withoutBlankSecrets(type: string, input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input;
  const secrets = adapterFor(type, input)?.fields.filter(({ secret }) => secret) ?? [];
  const blank = secrets.filter(({ name }) => (input as Record<string, unknown>)[name] === '');
  return Object.fromEntries(Object.entries(input).filter(([key]) => !blank.some(({ name }) => name === key)));
}

function secretsOf({ secrets }: Saving['ctx'], type: string, channel: Channel): Record<string, unknown> {
  const adapter = adapterFor(type, channel.settings);
  if (!adapter) return {};
  const values = knownSettings(secrets, adapter, channel);
  const hidden = adapter.fields.filter(({ name, secret }) => secret && values[name]);
  return Object.fromEntries(hidden.map(({ name }) => [name, values[name]]));
}
