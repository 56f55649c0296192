import { sql } from 'kysely';
import { appendAudit } from '#server/api/audit/audit.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import type { LogKind } from '#shared/event-log/kinds.ts';

const deleted: LogKind = 'event_deleted';

/** Removes events deleted longer ago than `retention_months` with all their data. An empty setting keeps all. */
export async function forgetDeletedEvents(db: Db, now: Date = new Date()): Promise<void> {
  const { retention_months: months } = await readSettings(db, 'retention_months');
  if (!months) return;
  const { rows } = await sql<{ id: number; name: string }>`
    select e.id, e.name from events e
    where not e.is_active and not e.is_running and coalesce(
      (select max(l.at) from log_entries l where l.event_id = e.id and l.kind = ${deleted}), e.inserted_at
    ) < ${now}::timestamptz - make_interval(months => ${Number(months)}::int)
    order by e.id`.execute(db);
  const failures: unknown[] = [];
  for (const event of rows) {
    // a failure doesn't stop the others
    await inTransaction(db, (tx) => forgetEvent(tx, event)).catch((error: unknown) => failures.push(error));
  }
  if (failures.length) throw failures[0];
}

/** Removes an event with its data; the audit log keeps its name. */
export async function forgetEvent(
  tx: Tx,
  { id, name, by = null }: { id: number; name: string; by?: number | null },
): Promise<void> {
  await sql`select set_config('meldekette.forgotten_event', ${String(id)}, true)`.execute(tx);
  const reports = sql`select id from reports where event_id = ${id}`;
  const situations = sql`select id from situation_reports where event_id = ${id}`;
  // references go before their rows; the rest cascades
  const statements = [
    sql`delete from situation_report_mails where situation_report_id in (${situations})`,
    sql`with attached as (
      delete from situation_report_files where situation_report_id in (${situations}) returning file_id)
      delete from files where id in (select file_id from attached)`,
    sql`delete from files where mime_type = 'application/pdf' and inserted_by is null
      and not exists (select 1 from exercise_message_files where file_id = files.id)
      and not exists (select 1 from situation_report_files where file_id = files.id)`, // reports kept in the exercise mailbox
    sql`delete from situation_reports where event_id = ${id}`,
    sql`delete from cascades where event_id = ${id}`,
    sql`delete from answers where report_id in (${reports})`,
    sql`delete from message_recipients where report_id in (${reports})`,
    sql`delete from messages where report_id in (${reports})`,
    sql`delete from reports where event_id = ${id}`,
    sql`delete from log_entries where event_id = ${id}`,
    sql`delete from events where id = ${id}`,
  ];
  for (const statement of statements) await statement.execute(tx);
  await appendAudit(tx, { by, action: 'remove', type: 'Event', rowId: id, label: name });
}
