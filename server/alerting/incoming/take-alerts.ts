import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { durably } from '#server/platform/database/durably.ts';
import { inGroups } from '#server/platform/database/in-groups.ts';
import { perDatabase } from '#server/platform/database/per-database.ts';
import { announceItems, closeBySource, holdSource, insertItem, keyOf, type Taken } from './items.ts';
import type { AlertGroup, MonitoringAlert } from './read-alerts.ts';

/** Alerts of a source that follow each other within this time are one item, however the monitoring groups them. */
const stormSeconds = 30;

type Keyed = MonitoringAlert & { hash: Buffer };

interface Known {
  id: number;
  key: string;
  itemId: number;
  state: string;
}

const intake = perDatabase(({ db }: Pick<App, 'db'>) =>
  inGroups((sourceId: number, groups: readonly AlertGroup[]) =>
    durably(db, async (tx) => {
      await holdSource(tx, sourceId);
      const taken: { result: Taken }[] = [];
      for (const group of groups) taken.push({ result: await store(tx, sourceId, group) });
      return taken;
    }),
  ),
);

/**
 * Stores a delivery of Alertmanager; those of a source that come together commit together. New firing alerts join the open item
 * of their group, or of an alert storm, otherwise they are a new item. An item closes when none of its alerts fires any more. A
 * repetition changes nothing.
 */
export const takeAlerts = (app: Pick<App, 'db'>, sourceId: number, group: AlertGroup): Promise<Taken> =>
  intake(app)(sourceId, group);

async function store(tx: Tx, sourceId: number, group: AlertGroup): Promise<Taken> {
  const alerts = new Map<string, Keyed>();
  for (const alert of group.alerts) {
    const hash = keyOf('alert', alert.key);
    const before = alerts.get(hash.toString('hex'));
    // an end is final, whichever comes first
    if (!before || before.isFiring) alerts.set(hash.toString('hex'), { ...alert, hash });
  }
  const known = await findKnown(tx, sourceId, [...alerts.values()]);
  const ended = known.filter(({ key, state }) => state === 'open' && alerts.get(key)?.isFiring === false);
  const names = new Set(known.map(({ key }) => key));
  const fresh = [...alerts].filter(([key, { isFiring }]) => isFiring && !names.has(key)).map(([, alert]) => alert);
  const joined = fresh.length ? await addAlerts(tx, sourceId, fresh, keyOf('group', group.groupKey)) : null;
  const closed = await endAlerts(tx, ended);
  if (joined || ended.length) await announceItems(tx);
  const item = joined?.item ?? known[0]?.itemId ?? null;
  if (joined) return { result: joined.isNew ? 'new' : 'changed', item };
  if (ended.length) return { result: closed ? 'closed' : 'changed', item: ended[0]!.itemId };
  return { result: item === null ? 'ignored' : 'known', item };
}

async function findKnown(tx: Tx, sourceId: number, alerts: readonly Keyed[]): Promise<Known[]> {
  const hashes = alerts.map(({ hash }) => hash);
  const { rows } = await sql<Known>`
    select id, encode(key, 'hex') as key, item_id, state from incoming_alerts
    where source_id = ${sourceId} and key = any(${hashes}::bytea[]) order by id desc`.execute(tx);
  return rows;
}

/** Closes alerts, and the items that have no open one left; returns whether there is such an item. */
async function endAlerts(tx: Tx, ended: readonly Known[]): Promise<boolean> {
  if (!ended.length) return false;
  await sql`
    update incoming_alerts set state = 'closed', changed_at = clock_timestamp()
    where id = any(${ended.map(({ id }) => id)}::int[])`.execute(tx);
  const { rows } = await sql<{ id: number; openAlerts: number }>`
    update incoming_items i set open_alerts = open_alerts - n, changed_at = clock_timestamp(), version = version + 1
    from (select item, count(*)::int as n from unnest(${ended.map(({ itemId }) => itemId)}::int[]) as item group by item) x
    where i.id = x.item returning i.id, i.open_alerts`.execute(tx);
  const over = rows.flatMap(({ id, openAlerts }) => (openAlerts <= 0 ? [id] : []));
  await closeBySource(tx, over);
  return over.length > 0;
}

async function addAlerts(
  tx: Tx,
  sourceId: number,
  fresh: readonly Keyed[],
  groupKey: Buffer,
): Promise<{ item: number; isNew: boolean }> {
  const known = await itemToJoin(tx, sourceId, groupKey);
  const [{ name: title, text, severity }] = fresh as [Keyed, ...Keyed[]];
  const item = known ?? (await insertItem(tx, sourceId, { title, text, severity }));
  await sql`
    insert into incoming_alerts (item_id, source_id, key, group_key, name, text, state, starts_at)
    select ${item}::int, ${sourceId}::int, key, ${groupKey}::bytea, name, text, 'open', starts_at
    from unnest(${fresh.map(({ hash }) => hash)}::bytea[], ${fresh.map(({ name }) => name)}::text[],
      ${fresh.map(({ text: words }) => words)}::text[], ${fresh.map(({ startsAt }) => startsAt)}::timestamptz[])
      with ordinality as x (key, name, text, starts_at, place) order by place`.execute(tx);
  await sql`
    update incoming_items set alerts = alerts + ${fresh.length}, open_alerts = open_alerts + ${fresh.length},
      grown_at = clock_timestamp(), changed_at = clock_timestamp(), version = version + 1
    where id = ${item}`.execute(tx);
  return { item, isNew: known === null };
}

/** The open item of the group; otherwise one that nobody took and that an alert was just added to. */
async function itemToJoin(tx: Tx, sourceId: number, groupKey: Buffer): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    with own as (
      select a.item_id from incoming_alerts a
      where a.source_id = ${sourceId} and a.group_key = ${groupKey} order by a.id desc limit 1)
    select i.id from incoming_items i left join own o on o.item_id = i.id
    where i.source_id = ${sourceId} and i.closed_at is null and (o.item_id is not null or (i.taken_by is null
      and i.grown_at > clock_timestamp() - make_interval(secs => ${stormSeconds})))
    order by o.item_id is null, i.id desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}
