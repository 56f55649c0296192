import { sql } from 'kysely';
import { demoTables } from '#server/administration/demo-data/demo-rows.ts';
import { forgetEvent } from '#server/alerting/events/forget.ts';
import { appendAudit } from '#server/api/audit/audit.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import type { LogKind } from '#shared/event-log/kinds.ts';

/** The remaining demo rows by kind. */
export interface DemoCounts {
  events: number;
  mailingLists: number;
  groups: number;
  people: number;
}

const names = { events: 'events', mailing_lists: 'mailingLists', groups: 'groups', people: 'people' } as const;

/**
 * SQL: person `p` came with the demo and is unchanged, though not marked, as in an installation that began before the marks: by
 * external id and reserved addresses.
 */
const isUnmarkedDemo = sql<boolean>`(p.version = 1 and p.external_id ~ '^demo-[0-9]+$'
  and exists (select from person_data d where d.person_id = p.id and d.value_str like '%@%.example')
  and not exists (
    select from person_data d where d.person_id = p.id and d.value_str like '%@%' and d.value_str not like '%.example')
  and not exists (select from demo_rows d where d.table_name = 'people' and d.row_id = p.id))`;

/** Counts the remaining demo rows. */
export async function countDemo(db: Db | Tx): Promise<DemoCounts> {
  const counts: DemoCounts = { events: 0, mailingLists: 0, groups: 0, people: 0 };
  for (const table of demoTables) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from demo_rows d join ${sql.table(table)} t on t.id = d.row_id
      where d.table_name = ${table}`.execute(db);
    counts[names[table]] = rows[0]!.n;
  }
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from people p where ${isUnmarkedDemo}`.execute(
    db,
  );
  counts.people += rows[0]!.n;
  return counts;
}

/**
 * Returns how many of the demo's rows `removeDemo` would remove now, as if no event of the demo ran. Removes them in a transaction
 * that leaves nothing, so that the figures are those of the removal.
 */
export async function countRemovable(ctx: SignedIn): Promise<DemoCounts> {
  return inTransaction(ctx.db, async (tx) => {
    await sql`set local lock_timeout = '5s'`.execute(tx);
    await sql`savepoint removal`.execute(tx);
    const counts = await removeRows(tx, { by: ctx.viewer.id, isRunningKept: false });
    await sql`rollback to savepoint removal`.execute(tx);
    return counts;
  });
}

/**
 * Permanently removes the demo's events, lists, groups and people; returns their number. Keeps changed rows, rows that own data
 * uses, and lists that reach own people. Unchanged demo people leave the remaining groups and lists. Repeatable. Refused while an
 * event of the demo runs.
 */
export async function removeDemo(ctx: SignedIn): Promise<DemoCounts> {
  const removed = await inTransaction(ctx.db, async (tx) => {
    const counts = await removeRows(tx, { by: ctx.viewer.id, isRunningKept: true });
    const row = { by: ctx.viewer.id, action: 'remove', type: 'DemoData', rowId: 1, label: 'Demo' } as const;
    await appendAudit(tx, { ...row, before: { ...counts } });
    await publish(tx, { system: true });
    return counts;
  });
  ctx.log.info({ event: 'demo_removed', ...removed, by: ctx.viewer.id });
  return removed;
}

interface Removal {
  by: number;
  /** Refuses while an event of the demo runs. */
  isRunningKept: boolean;
}

async function removeRows(tx: Tx, { by, isRunningKept }: Removal): Promise<DemoCounts> {
  // of two parallel calls, the second finds the rest
  await sql`select from demo_rows order by table_name, row_id for update`.execute(tx);
  await sql`
    insert into demo_rows (table_name, row_id, version) select 'people', p.id, p.version from people p where ${isUnmarkedDemo}`.execute(
    tx,
  );
  const before = await countDemo(tx);
  await forgetEvents(tx, { by, isRunningKept });
  // parents go after their children
  for (const remove of [removeLists, removeGroups]) while ((await remove.execute(tx)).numAffectedRows);
  for (const statement of [leaveLists, leaveGroups, removePeople]) await statement.execute(tx);
  for (const table of demoTables)
    await sql`
      delete from demo_rows d where d.table_name = ${table}
        and not exists (select from ${sql.table(table)} t where t.id = d.row_id)`.execute(tx);
  const after = await countDemo(tx);
  return Object.fromEntries(
    Object.values(names).map((name) => [name, before[name] - after[name]]),
  ) as unknown as DemoCounts;
}

const finished: LogKind = 'event_finished';

async function forgetEvents(tx: Tx, { by, isRunningKept }: Removal): Promise<void> {
  // an event with any action besides its end belongs to the organisation
  const { rows } = await sql<{ id: number; name: string; isRunning: boolean }>`
    select e.id, e.name, e.is_running from events e join demo_rows d on d.table_name = 'events' and d.row_id = e.id
    where not exists (
      select from log_entries l where l.event_id = e.id and l.id > d.version and l.kind <> ${finished}
        and l.by_user_id is not null)
    order by e.id for update of e`.execute(tx);
  const running = isRunningKept && rows.find(({ isRunning }) => isRunning);
  if (running) throw new Refusal('error_event_running', undefined, { event: running.name });
  for (const event of rows) await forgetEvent(tx, { ...event, by });
}

const unchanged = (table: string) => sql`
  select d.row_id from demo_rows d join ${sql.table(table)} t on t.id = d.row_id and t.version = d.version
  where d.table_name = ${table}`;
const isOfDemo = (table: string, column: string) =>
  sql`exists (select from demo_rows where table_name = ${table} and row_id = ${sql.ref(column)})`;
const demoPeople = sql`
  ${unchanged('people')} and not exists (select from absences where person_id = t.id)`;
// the demo adds its people and their shifts in one transaction
const demoGroups = sql`
  ${unchanged('groups')} and not exists (
    select from shifts s where s.group_id = t.id and s.inserted_at > coalesce((
      select min(p.inserted_at) from people p join demo_rows m on m.table_name = 'people' and m.row_id = p.id), '-infinity'))`;

const hasOwnPeople = (group: string) => sql`exists (
  with recursive tree as (
    select ${sql.ref(group)} as id
    union select below.id from groups below join tree on below.parent_group_id = tree.id)
  select from tree join person_groups pg on pg.group_id = tree.id where pg.person_id not in (${demoPeople}))`;

const removeLists = sql`
  delete from mailing_lists l where l.id in (${unchanged('mailing_lists')})
    and not exists (select from message_lists where mailing_list_id = l.id)
    and not exists (
      select from mailing_list_people p where p.mailing_list_id = l.id and p.person_id not in (${demoPeople}))
    and not exists (
      select from list_groups g where g.mailing_list_id = l.id
        and (not ${isOfDemo('groups', 'g.group_id')} or ${hasOwnPeople('g.group_id')}))
    and not exists (
      select from event_type_mailing_lists e where e.mailing_list_id = l.id
        and not ${isOfDemo('event_types', 'e.event_type_id')})
    and not exists (select from mailing_lists c where c.parent_list_id = l.id)`;

const removeGroups = sql`
  delete from groups g where g.id in (${demoGroups})
    and not exists (select from message_groups where group_id = g.id)
    and not exists (select from cascades where group_id = g.id)
    and not exists (select from list_groups where group_id = g.id)
    and not ${hasOwnPeople('g.id')}
    and not exists (select from groups c where c.parent_group_id = g.id)`;

const leaveLists = sql`
  delete from mailing_list_people where person_id in (${demoPeople})
    and ${isOfDemo('mailing_lists', 'mailing_list_people.mailing_list_id')}`;

const leaveGroups = sql`
  delete from person_groups where person_id in (${demoPeople}) and ${isOfDemo('groups', 'person_groups.group_id')}
    and not exists (
      select from list_groups l where l.group_id = person_groups.group_id
        and not ${isOfDemo('mailing_lists', 'l.mailing_list_id')})`;

const removePeople = sql`
  delete from people p where p.id in (${demoPeople})
    and not exists (select from message_recipients where person_id = p.id)
    and not exists (select from answers where person_id = p.id)
    and not exists (select from cascade_members where person_id = p.id)
    and not exists (select from message_people where person_id = p.id)
    and not exists (select from situation_report_mails where person_id = p.id)
    and not exists (select from person_groups where person_id = p.id)
    and not exists (select from mailing_list_people where person_id = p.id)
    and not exists (
      select from shifts s where s.person_id = p.id and not ${isOfDemo('groups', 's.group_id')})
    and not exists (select from tasks where person_id = p.id)`;
