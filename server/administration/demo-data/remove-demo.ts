import { sql } from 'kysely';
import { appendAudit } from '#server/audit/audit.ts';
import type { Db, Tx } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { Refusal } from '#server/errors.ts';
import { forgetEvent } from '#server/events/forget.ts';
import { publish } from '#server/live/live.ts';
import { demoTables } from '#server/seed/demo-rows.ts';
import type { SignedIn } from '#server/viewer/viewer.ts';

/** Rows of the demo that are still there, by kind. */
export interface DemoCounts {
  events: number;
  mailingLists: number;
  groups: number;
  people: number;
}

const names = { events: 'events', mailing_lists: 'mailingLists', groups: 'groups', people: 'people' } as const;

/** Counts what is left of the demo. */
export async function countDemo(db: Db | Tx): Promise<DemoCounts> {
  const counts: DemoCounts = { events: 0, mailingLists: 0, groups: 0, people: 0 };
  for (const table of demoTables) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from demo_rows d join ${sql.table(table)} t on t.id = d.row_id
      where d.table_name = ${table}`.execute(db);
    counts[names[table]] = rows[0]!.n;
  }
  return counts;
}

/**
 * Removes the events, lists, groups and people of the demo for good and answers how many. What was changed since, and what own
 * events, lists and groups use, stays and is the organisation's from now on. Refused while an event of the demo runs.
 */
export async function removeDemo(ctx: SignedIn): Promise<DemoCounts> {
  const removed = await inTransaction(ctx.db, async (tx) => {
    // of two at once the other finds nothing left
    await sql`select from demo_rows order by table_name, row_id for update`.execute(tx);
    const before = await countDemo(tx);
    await forgetEvents(tx, ctx.viewer.id);
    // what others stand below goes after these
    for (const remove of [removeLists, removeGroups, removePeople]) while ((await remove.execute(tx)).numAffectedRows);
    const after = await countDemo(tx);
    await sql`delete from demo_rows`.execute(tx);
    const counts = Object.fromEntries(
      Object.values(names).map((name) => [name, before[name] - after[name]]),
    ) as unknown as DemoCounts;
    const row = { by: ctx.viewer.id, action: 'remove', type: 'DemoData', rowId: 1, label: 'Demo' } as const;
    await appendAudit(tx, { ...row, before: { ...counts } });
    await publish(tx, { system: true });
    return counts;
  });
  ctx.log.info({ event: 'demo_removed', ...removed, by: ctx.viewer.id });
  return removed;
}

async function forgetEvents(tx: Tx, by: number): Promise<void> {
  const { rows } = await sql<{ id: number; name: string; isRunning: boolean }>`
    select e.id, e.name, e.is_running from events e join demo_rows d on d.table_name = 'events' and d.row_id = e.id
    order by e.id for update of e`.execute(tx);
  const running = rows.find(({ isRunning }) => isRunning);
  if (running) throw new Refusal('error_event_running', undefined, { event: running.name });
  for (const event of rows) await forgetEvent(tx, { ...event, by });
}

const unchanged = (table: string) => sql`
  select d.row_id from demo_rows d join ${sql.table(table)} t on t.id = d.row_id and t.version = d.version
  where d.table_name = ${table}`;
const isOfDemo = (table: string, column: string) =>
  sql`exists (select from demo_rows where table_name = ${table} and row_id = ${sql.ref(column)})`;

// a list goes unless somebody or something of one's own stands on it or uses it
const removeLists = sql`
  delete from mailing_lists l where l.id in (${unchanged('mailing_lists')})
    and not exists (select from message_lists where mailing_list_id = l.id)
    and not exists (
      select from mailing_list_people p where p.mailing_list_id = l.id and not ${isOfDemo('people', 'p.person_id')})
    and not exists (
      select from list_groups g where g.mailing_list_id = l.id and not ${isOfDemo('groups', 'g.group_id')})
    and not exists (select from mailing_lists c where c.parent_list_id = l.id)`;

const removeGroups = sql`
  delete from groups g where g.id in (${unchanged('groups')})
    and not exists (select from message_groups where group_id = g.id)
    and not exists (select from cascades where group_id = g.id)
    and not exists (select from list_groups where group_id = g.id)
    and not exists (
      select from person_groups p where p.group_id = g.id and not ${isOfDemo('people', 'p.person_id')})
    and not exists (select from groups c where c.parent_group_id = g.id)`;

const removePeople = sql`
  delete from people p where p.id in (${unchanged('people')})
    and not exists (select from message_recipients where person_id = p.id)
    and not exists (select from answers where person_id = p.id)
    and not exists (select from cascade_members where person_id = p.id)
    and not exists (select from message_people where person_id = p.id)
    and not exists (select from situation_report_mails where person_id = p.id)
    and not exists (select from person_groups where person_id = p.id)
    and not exists (select from mailing_list_people where person_id = p.id)
    and not exists (select from shifts where person_id = p.id)
    and not exists (select from shift_changes where substitute_id = p.id)
    and not exists (select from tasks where person_id = p.id)`;
