import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';

/** Due recipients of one message on one channel, up to a limit. */
export interface Due {
  messageId: number;
  channelId: number;
  lane: 'alarm' | 'normal' | 'bulk';
  count: number;
}

/** Returns due recipients by message and channel. Skips through the index, so waiting rows cost nothing. */
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
  /** The end of an earlier claim. */
  after?: Place | undefined;
}

/** A place in the queue of a message. */
export interface Place {
  /** As PostgreSQL writes it: with microseconds. */
  tryAt: string;
  id: number;
}
