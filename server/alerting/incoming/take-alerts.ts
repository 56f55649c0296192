import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import { batchByKey } from '#server/platform/database/batch-by-key.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { perDatabase } from '#server/platform/database/per-database.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { announceItems, closeBySource, holdSource, insertItem, keyOf, type Taken, waitAgain } from './items.ts';
import type { AlertGroup, MonitoringAlert } from './read-alerts.ts';

/** Alerts of a source within this time are one item. */
const stormSeconds = 30;
/** How long an item gets new alerts: later ones must not hide behind an earlier acceptance. */
const hoursToJoin = 1;
/** An alert that fires this soon after its end was late; later, it is new. */
const lateSeconds = 60;

type Keyed = MonitoringAlert & { hash: Buffer; printHash: Buffer };

interface Known {
  id: number;
  key: string;
  print: string | null;
  itemId: number;
  state: string;
  startsAt: Date | null;
  isLongOver: boolean;
}

const intake = perDatabase(({ db }: Pick<App, 'db'>) =>
  batchByKey((sourceId: number, groups: readonly AlertGroup[]) =>
    withRetries(db, async (tx) => {
      await holdSource(tx, sourceId);
      const taken: { result: Taken }[] = [];
      for (const group of groups) taken.push({ result: await store(tx, sourceId, group) });
      return taken;
    }),
  ),
);

/**
 * Stores Alertmanager's deliveries together. New firing alerts join their group's open item or an alert storm,
 * otherwise a new item. An item closes without firing alerts, and reopens if one continues. Idempotent.
 */
export const takeAlerts = (app: Pick<App, 'db'>, sourceId: number, group: AlertGroup): Promise<Taken> =>
  intake(app)(sourceId, group);

async function store(tx: Tx, sourceId: number, group: AlertGroup): Promise<Taken> {
  const alerts = new Map<string, Keyed>();
  for (const alert of group.alerts) {
    const before = alerts.get(alert.key);
    // within a delivery an end is final
    if (!before || before.isFiring)
      alerts.set(alert.key, { ...alert, hash: keyOf('alert', alert.key), printHash: keyOf('print', alert.print) });
  }
  const known = await findKnown(tx, sourceId, [...alerts.values()]);
  const { fresh, again, ended } = sortAlerts(alerts.values(), known);
  const joined = fresh.length ? await addAlerts(tx, sourceId, fresh, keyOf('group', group.groupKey)) : null;
  await reviveAlerts(tx, again);
  const closed = await endAlerts(tx, ended);
  if (joined || again.length || ended.length) await announceItems(tx);
  const item = joined?.item ?? known[0]?.itemId ?? null;
  if (joined) return { result: joined.isNew ? 'new' : 'changed', item };
  if (again.length) return { result: 'changed', item: again[0]!.itemId };
  if (ended.length) return { result: closed ? 'closed' : 'changed', item: ended[0]!.itemId };
  return { result: item === null ? 'ignored' : 'known', item };
}

/** Alerts by keys, and open ones by fingerprints. */
async function findKnown(tx: Tx, sourceId: number, alerts: readonly Keyed[]): Promise<Known[]> {
  const columns = sql`id, encode(key, 'hex') as key, encode(print_key, 'hex') as print, item_id, state, starts_at,
    changed_at < clock_timestamp() - make_interval(secs => ${lateSeconds}) as is_long_over`;
  const { rows } = await sql<Known>`
    select ${columns} from incoming_alerts
    where source_id = ${sourceId} and key = any(${alerts.map(({ hash }) => hash)}::bytea[])
    union
    select ${columns} from incoming_alerts
    where source_id = ${sourceId} and print_key = any(${alerts.map(({ printHash }) => printHash)}::bytea[])
      and state = 'open'
    order by id desc`.execute(tx);
  return rows;
}

interface Sorted {
  fresh: Keyed[];
  again: Known[];
  ended: Known[];
}

/**
 * Returns new, continuing and ended alerts. One open alert per fingerprint. A second Prometheus may report an earlier
 * start, so an end may name another start.
 */
function sortAlerts(alerts: Iterable<Keyed>, known: readonly Known[]): Sorted {
  const byKey = new Map(known.map((one) => [one.key, one]));
  const openOf = Map.groupBy(
    known.filter(({ state }) => state === 'open'),
    ({ print }) => print,
  );
  const [fresh, again, ended] = [[] as Keyed[], [] as Known[], new Set<Known>()];
  for (const alert of alerts) {
    const open = openOf.get(alert.printHash.toString('hex')) ?? [];
    const itself = byKey.get(alert.hash.toString('hex'));
    if (!alert.isFiring) {
      const over = itself?.state === 'closed' ? [] : open.filter((one) => !isBefore(alert.endsAt, one.startsAt));
      for (const one of over) ended.add(one);
    } else if (!open.some((one) => !isBefore(one.startsAt, alert.startsAt))) {
      if (itself?.isLongOver) again.push(itself);
      else if (!itself) {
        fresh.push(alert);
        for (const one of open) ended.add(one); // its end got lost
      }
    }
  }
  return { fresh, again, ended: [...ended] };
}

const isBefore = (one: Date | null, other: Date | null) => one !== null && other !== null && one < other;

/** Closes alerts, and items without open ones; returns whether any. */
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

/** Reopens continuing alerts. A closed item waits again. */
async function reviveAlerts(tx: Tx, again: readonly Known[]): Promise<void> {
  if (!again.length) return;
  await sql`
    update incoming_alerts set state = 'open', changed_at = clock_timestamp()
    where id = any(${again.map(({ id }) => id)}::int[])`.execute(tx);
  const items = again.map(({ itemId }) => itemId);
  await sql`
    update incoming_items i set open_alerts = open_alerts + n, changed_at = clock_timestamp(), version = version + 1
    from (select item, count(*)::int as n from unnest(${items}::int[]) as item group by item) x
    where i.id = x.item`.execute(tx);
  await sql`update incoming_items set ${waitAgain} where id = any(${items}::int[]) and closed_at is not null`.execute(
    tx,
  );
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
    insert into incoming_alerts (item_id, source_id, key, print_key, group_key, name, text, state, starts_at)
    select ${item}::int, ${sourceId}::int, key, print, ${groupKey}::bytea, name, text, 'open', starts_at
    from unnest(${fresh.map(({ hash }) => hash)}::bytea[], ${fresh.map(({ printHash }) => printHash)}::bytea[],
      ${fresh.map(({ name }) => name)}::text[], ${fresh.map(({ text: words }) => words)}::text[],
      ${fresh.map(({ startsAt }) => startsAt)}::timestamptz[])
      with ordinality as x (key, print, name, text, starts_at, place) order by place`.execute(tx);
  await sql`
    update incoming_items set alerts = alerts + ${fresh.length}, open_alerts = open_alerts + ${fresh.length},
      grown_at = clock_timestamp(), changed_at = clock_timestamp(), version = version + 1
    where id = ${item}`.execute(tx);
  return { item, isNew: known === null };
}

/** The group's recent open item; otherwise an unaccepted one with a recent alert. */
async function itemToJoin(tx: Tx, sourceId: number, groupKey: Buffer): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    with own as (
      select a.item_id from incoming_alerts a
      where a.source_id = ${sourceId} and a.group_key = ${groupKey} order by a.id desc limit 1)
    select i.id from incoming_items i left join own o on o.item_id = i.id
    where i.source_id = ${sourceId} and i.closed_at is null and (o.item_id is not null
        and coalesce(i.taken_at, i.waits_since) > clock_timestamp() - make_interval(hours => ${hoursToJoin})
      or i.taken_by is null and i.grown_at > clock_timestamp() - make_interval(secs => ${stormSeconds}))
    order by o.item_id is null, i.id desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}
