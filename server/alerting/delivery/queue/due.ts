import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';

/** The due recipients of one message on one channel, counted up to a limit. */
export interface Due {
  messageId: number;
  channelId: number;
  lane: 'alarm' | 'normal' | 'bulk';
  count: number;
}

/**
 * Returns due recipients by message and channel. Skips from message to message in the index, so its cost doesn't grow with the
 * number of waiting rows.
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
