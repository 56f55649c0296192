import { type RawBuilder, sql } from 'kysely';
import { findHolders } from '#server/channels/system-mails/holders.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { App } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { readIn } from '#shared/administration/translated.ts';

/** Days between two reminders of a plan. */
const daysBetweenReminders = 30;

/** A person who answers for a plan, or the deputy. */
export interface Responsible {
  personId: number;
  name: string;
  /** Deactivated, erased, or asked for deletion. */
  hasLeft: boolean;
}

/** SQL: people who can answer for a plan. */
const isPresent = sql`(rp_p.is_active and rp_p.erased_at is null and rp_p.deletion_requested_at is null)`;

/** SQL: event type `t` named a responsible person or a deputy, and none of them is left. */
const lostResponsible: RawBuilder<boolean> = sql`(t.is_active
  and (t.responsible_id is not null or t.deputy_id is not null) and not exists (
    select from people rp_p where rp_p.id in (t.responsible_id, t.deputy_id) and ${isPresent}))`;

/** Returns the responsible person of a plan and the deputy. */
export async function loadResponsible(
  db: Db,
  eventType: number,
): Promise<{ responsible: Responsible | null; deputy: Responsible | null }> {
  const { rows } = await sql<Responsible & { isDeputy: boolean }>`
    select rp_p.id as person_id, concat_ws(' ', nullif(rp_p.first_name, ''), rp_p.last_name) as name,
      not ${isPresent} as has_left, x.is_deputy
    from event_types t cross join (values (false), (true)) x (is_deputy)
    join people rp_p on rp_p.id = case when x.is_deputy then t.deputy_id else t.responsible_id end
    where t.id = ${eventType}`.execute(db);
  const named = (deputy: boolean) => {
    const row = rows.find(({ isDeputy }) => isDeputy === deputy);
    return row ? { personId: row.personId, name: row.name, hasLeft: row.hasLeft } : null;
  };
  return { responsible: named(false), deputy: named(true) };
}

/** Returns the names of the active plans whose responsible people all left. */
export async function plansWithoutResponsible(db: Db, language: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; nameEn: string | null }>`
    select t.name, t.name_en from event_types t where ${lostResponsible} order by t.name, t.id`.execute(db);
  return rows.map((row) => readIn(row, 'name', language));
}

/** Reminds the users who manage event types of plans without a responsible person, every 30 days per plan. */
export async function remindOfResponsible(app: Pick<App, 'db' | 'jobs'>): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    await sql`
      update event_types t set responsible_reminded_at = null
      where t.responsible_reminded_at is not null and not ${lostResponsible}`.execute(tx);
    const { rows } = await sql<{ id: number; name: string; nameEn: string | null }>`
      update event_types t set responsible_reminded_at = clock_timestamp()
      where ${lostResponsible} and coalesce(
        t.responsible_reminded_at <= clock_timestamp() - make_interval(days => ${daysBetweenReminders}::int), true)
      returning t.id, t.name, t.name_en`.execute(tx);
    if (!rows.length) return;
    const holders = await findHolders(tx, 'manage_event_type');
    const mails = rows.flatMap((row) =>
      holders.map(({ id, language }) => ({
        identifier: 'responsible_left' as const,
        to: id,
        language,
        values: { 'plan.name': readIn(row, 'name', language) },
        page: `/administration/eventtypes?id=${row.id}`,
      })),
    );
    await sendSystemMail(app, tx, ...mails);
  });
}
