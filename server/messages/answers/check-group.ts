import { sql } from 'kysely';
import type { Tx } from '#server/database/connect.ts';
import { Refusal } from '#server/errors.ts';
import type { Row } from '#server/graphql/types.ts';
import { readNumber } from '#server/settings/settings.ts';
import { number } from '#shared/fields/number.ts';
import type { GivenAnswer } from './answers.ts';

/** How long it takes until somebody arrives. */
export const answerMinutes = { kind: 'number', minimum: 0, maximum: 1440, unit: 'minutes' } as const;

/** Who was asked. */
interface Asked {
  recipientId: number;
  personId: number | null;
  eventId: number;
  late: boolean;
}

/** An answer that can be recorded. */
export interface CheckedAnswer extends Asked {
  given: GivenAnswer;
  option: Row<'answerOptions'> | null;
  minutes: number | null;
  /** Minutes after which somebody who comes in so many is overdue; null when they did not say. */
  overdue: number | null;
}

/** Checks each answer to a report by itself: it can be recorded, or this is why not. */
export async function checkGroup(
  tx: Tx,
  reportId: number,
  given: readonly GivenAnswer[],
): Promise<(CheckedAnswer | Refusal)[]> {
  const [asked, options] = await Promise.all([findAsked(tx, reportId, given), findOptions(tx, reportId, given)]);
  const answers = given.map((one) => check(one, asked.get(one.recipientId), options));
  const coming = answers.filter(isGood).filter(comesIn);
  if (coming.length) {
    const patience = await readNumber(tx, 'overdue_minutes', 10);
    for (const answer of coming) answer.overdue = answer.minutes! + patience;
  }
  return answers;
}

/** Whether an answer can be recorded. */
export const isGood = (one: CheckedAnswer | Refusal): one is CheckedAnswer => !(one instanceof Refusal);

type Options = ReadonlyMap<string, Row<'answerOptions'>>;

function check(given: GivenAnswer, asked: Asked | undefined, options: Options): CheckedAnswer | Refusal {
  if (!asked) return new Refusal('error_not_found');
  const option = given.option === null ? null : options.get(folded(given.option));
  if (option === undefined) return new Refusal('error_answer_option', { option: 'error_answer_option' });
  const checked = option?.askMinutes ? number.check(given.minutes, answerMinutes) : { value: null };
  if ('fault' in checked) return new Refusal('error_minutes', { minutes: 'error_minutes' });
  return { ...asked, given, option, minutes: checked.value, overdue: null };
}

const comesIn = ({ option, minutes }: CheckedAnswer) => option?.kind === 'POSITIVE' && minutes !== null;

const folded = (code: string) => code.trim().toLowerCase();

async function findAsked(tx: Tx, reportId: number, given: readonly GivenAnswer[]): Promise<Map<number, Asked>> {
  const { rows } = await sql<Asked>`
    select r.id as recipient_id, r.person_id, p.event_id,
      not (e.is_active and e.is_running) or coalesce(p.answer_until < clock_timestamp(), false) as late
    from message_recipients r join reports p on p.id = r.report_id join events e on e.id = p.event_id
    where r.id = any(${given.map(({ recipientId }) => recipientId)}) and r.report_id = ${reportId}
      and not (r.person_id is null and r.address_norm = '')`.execute(tx);
  return new Map(rows.map((row) => [row.recipientId, row]));
}

async function findOptions(tx: Tx, reportId: number, given: readonly GivenAnswer[]): Promise<Options> {
  if (given.every(({ option }) => option === null)) return new Map();
  const rows = await tx
    .selectFrom('answerOptions')
    .selectAll()
    .select((eb) => eb.fn<string>('lower', ['code']).as('folded'))
    .where('reportId', '=', reportId)
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.folded, row])); // the first of two alike
}
