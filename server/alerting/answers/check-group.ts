import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { readNumber } from '#server/platform/settings/settings.ts';
import { number } from '#shared/fields/number.ts';
import type { CheckedAnswer, GivenAnswer, NamedOption, QuestionedRecipient } from './given-answer.ts';
import { mayBeCancelled } from './write-group.ts';

/** The limits of a person's travel time. */
export const answerMinutes = { kind: 'number', minimum: 0, maximum: 1440, unit: 'minutes' } as const;

/** Checks each answer to a report separately. Locks the affected rows in the order of ids. */
export async function checkGroup(
  tx: Tx,
  reportId: number,
  given: readonly GivenAnswer[],
): Promise<(CheckedAnswer | Refusal)[]> {
  const { asked, options } = await holdAsked(tx, reportId, given);
  const answers = given.map((one) => check(one, asked.get(one.recipientId), options));
  const coming = answers.filter(isGood).filter(comesIn);
  if (coming.length) {
    const patience = await readNumber(tx, 'overdue_minutes', 10);
    for (const answer of coming) answer.overdue = answer.minutes! + patience;
  }
  return answers;
}

/** Returns whether an answer is valid. */
export const isGood = (one: CheckedAnswer | Refusal): one is CheckedAnswer => !(one instanceof Refusal);

type Options = ReadonlyMap<string, NamedOption>;

function check(given: GivenAnswer, asked: QuestionedRecipient | undefined, options: Options): CheckedAnswer | Refusal {
  if (!asked) return new Refusal('error_not_found');
  const option = given.option === null ? null : options.get(given.option.trim().toLowerCase());
  if (option === undefined) return new Refusal('error_answer_option', { option: 'error_answer_option' });
  const checked = option?.askMinutes ? number.check(given.minutes, answerMinutes) : { value: null };
  if ('fault' in checked) return new Refusal('error_minutes', { minutes: 'error_minutes' });
  return { ...asked, given, option, minutes: checked.value, overdue: null };
}

const comesIn = ({ option, minutes }: CheckedAnswer) => option?.kind === 'POSITIVE' && minutes !== null;

// one statement, because all wait during a group
async function holdAsked(
  tx: Tx,
  reportId: number,
  given: readonly GivenAnswer[],
): Promise<{ asked: Map<number, QuestionedRecipient>; options: Options }> {
  const ids = given.map(({ recipientId }) => recipientId);
  const { rows } = await sql<QuestionedRecipient & { options: (NamedOption & { folded: string })[] | null }>`
    with held as materialized (
      select id, person_id, address_norm from message_recipients
      where id = any(array(
        select id from message_recipients where id = any(${ids}) and report_id = ${reportId}
        union select o.id from message_recipients r
        join message_recipients o on o.report_id = r.report_id and o.person_id = r.person_id
        where r.id = any(${ids}) and r.report_id = ${reportId} and ${mayBeCancelled(sql`o`)}))
      order by id for no key update)
    select h.id as recipient_id, h.person_id, p.event_id,
      not (e.is_active and e.is_running) or p.all_clear_at is not null or coalesce(p.answer_until < clock_timestamp(), false) as late,
      case when h.id = min(h.id) over () then (
        select json_agg(json_build_object('id', id, 'code', code, 'folded', lower(code), 'label', label, 'labelEn', label_en, 'kind', kind,
          'askMinutes', ask_minutes) order by id desc) from answer_options where report_id = ${reportId}) end as options
    from held h join reports p on p.id = ${reportId} join events e on e.id = p.event_id
    where h.id = any(${ids}) and not (h.person_id is null and h.address_norm = '')`.execute(tx);
  const options = rows.find((row) => row.options)?.options ?? [];
  return {
    asked: new Map(rows.map(({ options: _, ...row }) => [row.recipientId, row])),
    options: new Map(options.map((option) => [option.folded, option])), // the first of two equal ones
  };
}
