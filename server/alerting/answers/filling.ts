import { sql } from 'kysely';
import { type AnswerState, answerStateOf } from '#server/alerting/progress/answer-state.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import type { CheckedAnswer } from './given-answer.ts';
import { findRepeated } from './write-group.ts';

interface MemberRow extends Pick<AnswerState, 'coming'> {
  cascadeId: number;
  needed: number;
  personId: number;
  /** The person has arrived, or gets no stand-down. */
  counts: boolean;
}

/** An unfilled stop limit with its people. */
interface OpenLimit {
  needed: number;
  coming: Set<number>;
  members: Map<number, boolean>;
}

/**
 * Returns the index of the first answer that fills a stop limit, or -1. The caller has locked the report's cascades.
 */
export async function placeOfFilling(tx: Tx, reportId: number, answers: readonly CheckedAnswer[]): Promise<number> {
  if (!answers.some(isYes)) return -1;
  const limits = await findOpenLimits(tx, reportId, answers);
  if (!limits.length) return -1;
  const repeated = await findRepeated(tx, answers);
  return answers.findIndex(
    (answer) => !repeated.has(answer) && limits.map((limit) => isFilledBy(limit, answer)).includes(true),
  );
}

/** Returns whether an answer is a yes. */
export const isYes = ({ option }: CheckedAnswer): boolean => option?.kind === 'POSITIVE';

function isFilledBy({ needed, coming, members }: OpenLimit, answer: CheckedAnswer): boolean {
  const { personId, option, overdue } = answer;
  if (personId === null || !option || !members.has(personId)) return false;
  if (isYes(answer) && members.get(personId) && overdue !== 0) return coming.add(personId).size >= needed;
  coming.delete(personId);
  return false;
}

async function findOpenLimits(tx: Tx, reportId: number, answers: readonly CheckedAnswer[]): Promise<OpenLimit[]> {
  const people = answers.flatMap(({ personId }) => personId ?? []);
  const { rows } = await sql<MemberRow>`
    select c.id as cascade_id, c.needed, m.person_id, s.coming,
      s.arrived_at is not null or s.told_at is distinct from 'infinity' as counts
    from cascades c join cascade_members m on m.cascade_id = c.id
    cross join lateral ${answerStateOf(sql`c.report_id`, sql`m.person_id`)} s
    where c.report_id = ${reportId} and c.status in ('running', 'exhausted') and (s.coming or m.person_id = any(${people}))`.execute(
    tx,
  );
  const limits = new Map<number, OpenLimit>();
  for (const { cascadeId, needed, personId, coming, counts } of rows) {
    const limit = limits.get(cascadeId) ?? { needed, coming: new Set(), members: new Map() };
    limits.set(cascadeId, limit);
    limit.members.set(personId, counts);
    if (coming) limit.coming.add(personId);
  }
  return [...limits.values()];
}
