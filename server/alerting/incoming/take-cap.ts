import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { announceItems, closeBySource, holdSource, insertItem, keyOf, type Taken, waitAgain } from './items.ts';
import type { CapAlert, CapId } from './read-cap.ts';

/** `lacksReference`: its alert never came. */
export interface TakenCap extends Taken {
  lacksReference: boolean;
}

interface Known {
  itemId: number;
  key: string;
  state: string;
}

const hashOf = ({ sender, identifier }: CapId): Buffer => keyOf('cap', sender, identifier);

/**
 * Stores a CAP message: an alert is a new item, an update reopens its item, a cancellation closes it, in any order.
 * Only actual messages count. Idempotent.
 */
export async function takeCap(app: Pick<App, 'db'>, sourceId: number, cap: CapAlert): Promise<TakenCap> {
  return withRetries(app.db, async (tx) => {
    await holdSource(tx, sourceId);
    const isWanted = cap.status === 'Actual' && ['Alert', 'Update', 'Cancel'].includes(cap.type);
    if (!isWanted) return { result: 'ignored', item: null, lacksReference: false };
    const taken = await store(tx, sourceId, cap);
    if (taken.result !== 'known') await announceItems(tx);
    return taken;
  });
}

async function store(tx: Tx, sourceId: number, cap: CapAlert): Promise<TakenCap> {
  const references = new Map(cap.references.map((id) => [hashOf(id).toString('hex'), id]));
  const own = hashOf(cap).toString('hex');
  references.delete(own);
  const known = await findKnown(tx, sourceId, [own, ...references.keys()]);
  const itself = known.find(({ key }) => key === own);
  if (itself && itself.state !== 'missing') return { result: 'known', item: itself.itemId, lacksReference: false };
  const items = [...new Set(known.map(({ itemId }) => itemId))].toSorted((a, b) => b - a);
  const [before, ...others] = items;
  const title = cap.title || cap.identifier.slice(0, 200);
  const item = before ?? (await insertItem(tx, sourceId, { ...cap, title }));
  await note(tx, sourceId, item, { key: own, name: title, text: cap.type, state: 'open', at: cap.sent });
  const found = new Set(known.map(({ key }) => key));
  for (const [key, { identifier }] of references)
    if (!found.has(key))
      await note(tx, sourceId, item, { key, name: identifier.slice(0, 200), text: '', state: 'missing', at: null });
  const isNewest = await changeItem(tx, item, cap, itself !== undefined);
  const isCancelled = cap.type === 'Cancel' && isNewest;
  // only the newest message replaces those it refers to
  if (isNewest) await closeBySource(tx, isCancelled ? items.concat(item) : others);
  const result = isCancelled ? 'closed' : before === undefined ? 'new' : 'changed';
  const { rows } = await sql<{ lacksReference: boolean }>`
    update incoming_items set lacks_reference = exists (
      select 1 from incoming_alerts a where a.item_id = ${item} and a.state = 'missing')
    where id = ${item} returning lacks_reference`.execute(tx);
  return { result, item, lacksReference: rows[0]!.lacksReference };
}

async function findKnown(tx: Tx, sourceId: number, keys: readonly string[]): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select item_id, encode(key, 'hex') as key, state from incoming_alerts
    where source_id = ${sourceId} and key = any(${keys.map((key) => Buffer.from(key, 'hex'))}::bytea[])`.execute(tx);
  return rows;
}

interface Note {
  key: string;
  name: string;
  text: string;
  state: 'open' | 'missing';
  at: Date | null;
}

/** Records a message of an item, or a referenced one. */
async function note(tx: Tx, sourceId: number, itemId: number, { key, name, text, state, at }: Note): Promise<void> {
  await sql`
    insert into incoming_alerts (item_id, source_id, key, name, text, state, starts_at)
    values (${itemId}, ${sourceId}, ${Buffer.from(key, 'hex')}, ${name}, ${text}, ${state}, ${at})
    on conflict on constraint incoming_alerts_key do update set name = excluded.name, text = excluded.text,
      state = excluded.state, starts_at = excluded.starts_at, changed_at = clock_timestamp()`.execute(tx);
}

/** Counts a message and takes its words unless older. Updates and references reopen an item. */
async function changeItem(tx: Tx, item: number, cap: CapAlert, wasMissing: boolean): Promise<boolean> {
  const { rows } = await sql<{ isNewest: boolean }>`
    with past as (select coalesce(message_at <= ${cap.sent}, true) as is_newest from incoming_items where id = ${item})
    update incoming_items i set alerts = alerts + 1, changed_at = clock_timestamp(), version = version + 1,
      message_at = greatest(message_at, ${cap.sent}),
      title = case when ${cap.title} <> '' and (p.is_newest or text = '') then ${cap.title} else title end,
      text = case when ${cap.text} <> '' and (p.is_newest or text = '') then ${cap.text} else text end,
      severity = case when p.is_newest then coalesce(${cap.severity}::text, severity) else severity end
    from past p where i.id = ${item} returning p.is_newest`.execute(tx);
  const { isNewest } = rows[0]!;
  if (isNewest && (cap.type === 'Update' || (cap.type === 'Alert' && !wasMissing))) await reopen(tx, item);
  return isNewest;
}

const reopen = (tx: Tx, item: number) =>
  sql`
    update incoming_items set ${waitAgain} where id = ${item} and closed_at is not null`.execute(tx);
