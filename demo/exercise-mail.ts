import type { Tx } from '#server/platform/database/connect.ts';
import { fillPlaceholders } from '#shared/placeholders.ts';
import type { DemoReport } from './content.ts';
import type { InsertedList } from './insert-lists.ts';
import { later } from './moments.ts';
import type { Reached } from './recipients.ts';
import type { StagedEvent } from './stage.ts';

/** Adds the running exercise's messages to the mailbox. */
export async function insertExerciseMail(
  tx: Tx,
  { demo, at }: SentMessage,
  people: readonly Reached[],
  rows: readonly { id: number; status: string }[],
): Promise<void> {
  const mails = people.flatMap(({ person }, place) => {
    const { id, status } = rows[place]!;
    const address = person.email ?? person.mobile;
    if (status !== 'sent' || !address) return [];
    const values = { 'person.firstName': person.firstName, 'person.lastName': person.lastName };
    return {
      recipientId: id,
      personId: person.id,
      address,
      kind: person.email ? 'mail' : 'phone',
      subject: `ÜBUNG: ${demo.title}`,
      text: `ÜBUNG – kein echtes Ereignis\n\n${fillPlaceholders(demo.content, values)}`,
      insertedAt: later(at, 0, 2),
    };
  });
  await tx.insertInto('exerciseMessages').values(mails).execute();
}

/** A sent message of a report. */
export interface SentMessage {
  event: StagedEvent;
  reportId: number;
  by: number;
  at: Date;
  /** True if it requests answers. */
  asks: boolean;
  channel: DemoReport['channels'][number];
  demo: DemoReport;
  lists: readonly InsertedList[];
  /** True if a stop limit was not reached. */
  unreached: boolean;
  askedAt: (reached: Reached) => Date;
}
