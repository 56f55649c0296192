import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';
import type { Inserted } from './insert-people.ts';
import { later } from './moments.ts';
import type { PastLine } from './past-log.ts';
import type { DemoAnswer, Reached } from './recipients.ts';
import type { StagedEvent } from './stage.ts';

/** The answer options of a report by their codes. */
export type OptionIds = ReadonlyMap<string, { id: number; label: string; labelEn: string | null; kind: string }>;

/** Adds the answers of the recipients. Returns the log entries about them. */
export async function insertDemoAnswers(
  tx: Tx,
  event: StagedEvent,
  reportId: number,
  options: OptionIds,
  people: readonly Reached[],
  rows: ReadonlyMap<number, { recipientId: number; sentAt: Date }>,
  answerOf: (person: Inserted) => DemoAnswer | null,
): Promise<PastLine[]> {
  const source = event.mode === 'LIVE' ? 'link' : 'exercise';
  const answers = people.flatMap(({ person, asked }) => {
    const row = rows.get(person.id);
    const answer = asked && row ? answerOf(person) : null;
    if (!answer || !row) return [];
    const { recipientId, sentAt } = row;
    return {
      person,
      recipientId,
      at: later(sentAt, answer.after),
      option: options.get(answer.code)!,
      minutes: answer.arrival,
    };
  });
  answers.sort((a, b) => a.at.getTime() - b.at.getTime());
  await tx
    .insertInto('answers')
    .values(
      answers.map(({ person, recipientId, at, option, minutes }) => ({
        reportId,
        personId: person.id,
        recipientId,
        optionId: option.id,
        minutes,
        source,
        at,
      })),
    )
    .execute();
  await sql`
    update exercise_messages m set read_at = a.at from answers a
    where a.report_id = ${reportId} and a.recipient_id = m.recipient_id`.execute(tx);
  return answers.map(({ person, recipientId, at, option, minutes }) => ({
    at,
    by: null,
    kind: 'answer',
    data: {
      person: person.id,
      report: reportId,
      recipient: recipientId,
      minutes,
      source,
      late: false,
      option: option.label,
      optionEn: option.labelEn,
      kind: option.kind,
    },
  }));
}
