import { sql } from 'kysely';
import { forgetInUploads } from '#server/contacts/uploads/forget.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { scrubHistory } from './scrub.ts';

const namelessPerson = 'Gelöschte Person';

/** Erases a person's data; a nameless row stays. Refused while a message is in transit. */
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
      'wayChecks',
      'wayNotes',
      'optOuts',
      'absences',
      'shifts',
    ] as const) {
      await tx.deleteFrom(table).where('personId', '=', id).execute();
    }
    // open tasks lose their assignee
    await tx.updateTable('checklistItems').set({ personId: null }).where('personId', '=', id).execute();
    const open = tx.updateTable('tasks').set({ personId: null }).where('doneAt', 'is', null);
    await open.where('personId', '=', id).execute();
    // a substituted turn returns to its person, or is a gap
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
    where r.person_id = ${id} and (r.status in ${recipientStates.open}
      or (r.status = 'skipped' and e.is_running)) limit 1`.execute(tx);
  if (rows.length) throw new Refusal('error_person_under_way');
}

/** Deletes search terms with the person's name, addresses or numbers. */
async function forgetSearches(tx: Tx, id: number): Promise<void> {
  // extra deletions are harmless; two letters identify no one, unless a term has only such parts
  await sql`
    with own as (
      select fold(name) as text from people cross join lateral (values (first_name), (last_name)) names (name)
        where id = ${id} and name <> ''
      union select fold(value_str) from person_data d join person_data_types t on t.id = d.key_field_id
        where d.person_id = ${id} and t.field_type in ('email', 'phone_mobile', 'phone', 'fax', 'telegram')
          and value_str <> ''),
    terms as (
      select distinct term, fold(term) as text, ltrim(regexp_replace(term, '[^0-9]', '', 'g'), '0') as digits
      from users u cross join unnest(u.search_history) as term),
    gone as (
      select term from terms where exists (
          select 1 from own where position(own.text in search_text(terms.term)) > 0
            or length(digits) > 3 and position(digits in regexp_replace(own.text, '[^0-9]', '', 'g')) > 0)
        or exists (
          select 1 from regexp_split_to_table(terms.text, '[^[:alnum:]]+') as word, own
          where length(word) > 2 and position(word in own.text) > 0)
        or not exists (
          select 1 from regexp_split_to_table(terms.text, '[^[:alnum:]]+') as word
          where word <> '' and not exists (select 1 from own where position(word in own.text) > 0)))
    update users u set search_history = array(
      select term from unnest(u.search_history) with ordinality as h (term, place)
      where term not in (select term from gone) order by place)
    where exists (select 1 from gone where gone.term = any(u.search_history))`.execute(tx);
}
