import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import { limitedText } from '#server/api/input.ts';
import { actingKey } from '#server/api/viewer/acting.ts';
import { withoutNul } from '#server/channels/told.ts';
import type { App } from '#server/platform/context.ts';
import { batchByKey, type ItemOutcome } from '#server/platform/database/batch-by-key.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { perDatabase } from '#server/platform/database/per-database.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { GivenAnswer, NewAnswer } from './given-answer.ts';
import { recordGroup } from './record-group.ts';

/** A remark on an answer. */
export const answerNote = { kind: 'longText', maximum: 1000 } as const;

type Parts = Pick<App, 'db' | 'jobs'>;

/**
 * Records a person's answer. It cancels the person's unsent messages on other channels, counts for all their stop
 * limits, and replaces their earlier answer. After the end of the event or of the time for answers, it counts as late.
 * Simultaneous answers commit together.
 */
export async function recordAnswer(app: Parts, given: NewAnswer): Promise<Row<'answers'>> {
  const answer = asGiven(given);
  return groupsOf(app).record(given.reportId ?? (await reportOf(app, given.recipientId)), answer);
}

/** Returns a recipient's report; refuses an unknown recipient. */
export const reportOf = (app: Parts, recipientId: number): Promise<number> =>
  groupsOf(app).reportOf('all', recipientId);

/** The same as the last step of the caller's transaction. */
export async function recordAnswerIn(app: Pick<App, 'jobs'>, tx: Tx, given: NewAnswer): Promise<Row<'answers'>> {
  const answer = asGiven(given);
  const [report] = await reportsOf(tx, [given.recipientId]);
  if ('refusal' in report!) throw report.refusal;
  const [outcome] = await recordGroup(app, tx, report!.result, [answer]);
  if ('refusal' in outcome!) throw outcome.refusal;
  return outcome!.result;
}

/** Records answers to one report in one transaction; returns each result. A refusal doesn't affect others. */
export const recordAnswers = (
  app: Parts,
  reportId: number,
  given: readonly GivenAnswer[],
): Promise<ItemOutcome<Row<'answers'>>[]> => withRetries(app.db, (tx) => recordGroup(app, tx, reportId, given));

/** Validates without the database. */
export function asGiven(given: NewAnswer): GivenAnswer {
  const text = limitedText('text', storable(given.text ?? '').trim(), answerNote.maximum) || null;
  return { ...given, text, apiKey: actingKey() };
}

/** Removes characters that PostgreSQL rejects, because one would fail the whole group. */
const storable = (text: string): string => withoutNul(text).toWellFormed();

/** Queues by report, so that a slow one doesn't delay others. */
const groupsOf = perDatabase(({ db, jobs }: Parts) => ({
  reportOf: batchByKey((_all: 'all', recipientIds: readonly number[]) => reportsOf(db, recipientIds)),
  record: batchByKey((reportId: number, given: readonly GivenAnswer[]) => recordAnswers({ db, jobs }, reportId, given)),
}));

async function reportsOf(db: Db | Tx, recipientIds: readonly number[]): Promise<ItemOutcome<number>[]> {
  const { rows } = await sql<{ id: number; reportId: number }>`
    select id, report_id from message_recipients where id = any(${recipientIds})`.execute(db);
  const reports = new Map(rows.map(({ id, reportId }) => [id, reportId]));
  return recipientIds.map((id) => {
    const result = reports.get(id);
    return result === undefined ? { refusal: new Refusal('error_not_found') } : { result };
  });
}
