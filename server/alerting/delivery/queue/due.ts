import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';

/** Recipients of one message on one channel that are due; counted up to a limit. */
export interface Due {
  messageId: number;
  channelId: number;
  lane: 'alarm' | 'normal' | 'bulk';
  count: number;
}

/**
 * What is due, by message and channel. It steps from one message to the next in the index instead of reading every
 * waiting row, so that a look costs the same with a hundred thousand of them.
 */
export async function findDue(db: Db, countUpTo: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select message_id, channel_id, lane, count from due_messages(${countUpTo})`.execute(db);
  return rows;
}

/** How many recipients of a message to claim. */
export interface Claim {
  messageId: number;
  channelId: number;
  count: number;
  /** Where an earlier claim of the message ended: only what comes later in the queue. */
  after?: Place | undefined;
}

/** A place in the queue of a message. */
export interface Place {
  /** As PostgreSQL writes it: with microseconds. */
  tryAt: string;
  id: number;
}
