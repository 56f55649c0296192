import { sql } from 'kysely';
import { forgetInUploads } from '#server/contacts/uploads/forget.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { Refusal } from '#server/errors.ts';
import { scrubHistory } from './scrub.ts';

/** Stands where the name of an erased person was. */
const namelessPerson = 'Gelöschte Person';

/**
 * Removes everything personal of a person for good; a nameless row stays, so that counts and logs keep their sense.
 * Refused while a message to the person is under way: it must not vanish unnoticed.
 */
export async function erasePerson(ctx: Context, id: number): Promise<boolean> {
  await inTransaction(ctx.db, async (tx) => {
    const person = await tx.selectFrom('people').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!person) throw new Refusal('error_not_found');
    if (person.erasedAt) return;
    await refuseUnderWay(tx, id);
    await forgetSearches(tx, id);
    await scrubHistory(tx, [id]);
    await forgetInUploads(tx, id);
    for (const table of [
      'personData',
      'personGroups',
      'mailingListPeople',
      'messagePeople',
      'personTokens',
      'optOuts',
      'absences',
      'shifts',
    ] as const) {
      await tx.deleteFrom(table).where('personId', '=', id).execute();
    }
    // whoever looks for something to do finds it without anybody; what is done stays theirs, nameless
    await tx.updateTable('checklistItems').set({ personId: null }).where('personId', '=', id).execute();
    const open = tx.updateTable('tasks').set({ personId: null }).where('doneAt', 'is', null);
    await open.where('personId', '=', id).execute();
    // a turn that was taken over is again that of whoever had it first: where they are away, it shows as a gap
    await tx.deleteFrom('shiftChanges').where('substituteId', '=', id).execute();
    await sql`
      update people set first_name = '', last_name = ${namelessPerson}, title = null, external_id = null,
        is_active = false, is_crisis = false, is_email_sent = false, send_registration_mail = false, opted_out = true,
        deletion_requested_at = null, erased_at = now(), updated_at = now(), version = version + 1
      where id = ${id}`.execute(tx);
  });
  ctx.log.info({ event: 'person_erased', person: id, by: ctx.viewer?.id });
  return true;
}

async function refuseUnderWay(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql`
    select 1 from message_recipients r join reports p on p.id = r.report_id join events e on e.id = p.event_id
    where r.person_id = ${id} and (r.status in ('pending', 'queued', 'sending', 'retrying')
      or (r.status = 'skipped' and e.is_running)) limit 1`.execute(tx);
  if (rows.length) throw new Refusal('error_person_under_way');
}

/** Takes the person's name and addresses out of what users searched for. */
async function forgetSearches(tx: Tx, id: number): Promise<void> {
  await sql`
    with own as (
      select fold(last_name) as text from people where id = ${id} and last_name <> ''
      union select fold(value_str) from person_data d join person_data_types t on t.id = d.key_field_id
        where d.person_id = ${id} and t.field_type in ('email', 'phone_mobile', 'phone', 'fax', 'telegram'))
    update users u set search_history = array(
      select term from unnest(u.search_history) with ordinality as h (term, place)
      where not exists (select 1 from own where position(own.text in search_text(term)) > 0) order by place)
    where exists (
      select 1 from unnest(u.search_history) as term, own where position(own.text in search_text(term)) > 0)`.execute(
    tx,
  );
}
