import { sql } from 'kysely';
import { demoTables } from '#server/administration/demo-data/demo-rows.ts';
import { forgetEvent } from '#server/alerting/events/forget.ts';
import { appendAudit } from '#server/api/audit/audit.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { type DemoCounts, isUnmarkedDemo, removable } from './removable.ts';

const names = { events: 'events', mailing_lists: 'mailingLists', groups: 'groups', people: 'people' } as const;

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
 * Removes the demo's events, lists, groups and people; returns their number. Keeps changed and used rows, and lists
 * with own people. Repeatable. Refused while a demo event runs.
 */
export async function removeDemo(ctx: SignedIn): Promise<DemoCounts> {
  // it records events before it removes groups, and a change of a group records last
  const removed = await withRetries(ctx.db, async (tx) => {
    const counts = await removeRows(tx, ctx.viewer.id);
    const row = { by: ctx.viewer.id, action: 'remove', type: 'DemoData', rowId: 1, label: 'Demo' } as const;
    await appendAudit(tx, { ...row, before: { ...counts } });
    await publish(tx, { system: true });
    return counts;
  });
  ctx.log.info({ event: 'demo_removed', ...removed, by: ctx.viewer.id });
  return removed;
}

async function removeRows(tx: Tx, by: number): Promise<DemoCounts> {
  // of two parallel calls, the second finds the rest
  await sql`select from demo_rows order by table_name, row_id for update`.execute(tx);
  await sql`
    insert into demo_rows (table_name, row_id, version) select 'people', p.id, p.version from people p where ${isUnmarkedDemo}`.execute(
    tx,
  );
  const events = await forgetEvents(tx, by);
  const remove = async (table: 'mailing_lists' | 'groups' | 'people') => {
    const ids = sql.table(`removable_${table}`);
    const { numAffectedRows } = await sql`
      ${removable} delete from ${sql.table(table)} where id in (select id from ${ids})`.execute(tx);
    return Number(numAffectedRows);
  };
  const mailingLists = await remove('mailing_lists');
  const groups = await remove('groups');
  for (const statement of [leaveLists, leaveGroups]) await statement.execute(tx);
  const people = await remove('people');
  for (const table of demoTables)
    await sql`
      delete from demo_rows d where d.table_name = ${table}
        and not exists (select from ${sql.table(table)} t where t.id = d.row_id)`.execute(tx);
  return { events, mailingLists, groups, people };
}

async function forgetEvents(tx: Tx, by: number): Promise<number> {
  const { rows } = await sql<{ id: number; name: string; isRunning: boolean }>`
    ${removable} select e.id, e.name, e.is_running from events e where e.id in (select id from removable_events)
    order by e.id for update of e`.execute(tx);
  const running = rows.find(({ isRunning }) => isRunning);
  if (running) throw new Refusal('error_event_running', undefined, { event: running.name });
  for (const event of rows) await forgetEvent(tx, { ...event, by });
  return rows.length;
}

const leaveLists = sql`
  ${removable} delete from mailing_list_people l where l.person_id in (select id from unchanged_people)
    and l.mailing_list_id in (select row_id from demo_rows where table_name = 'mailing_lists')`;

const leaveGroups = sql`
  ${removable} delete from person_groups g where g.person_id in (select id from unchanged_people)
    and g.group_id in (select id from groups_to_leave)`;
