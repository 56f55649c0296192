import { sql } from 'kysely';
import type { Reply } from '#server/channels/received.ts';
import { withoutNul } from '#server/channels/told.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { cut } from '#shared/cut.ts';
import { commandWords, isStopWord } from '#shared/trigger-words.ts';

const longest = 2_000;

interface Known {
  /** Keywords of triggers, and addresses that recently started one. */
  keywords: string[];
  callers: string[];
}

/**
 * Returns a test for replies that may start or stop an alarm: the words to parse, or null. The trigger checks the
 * permission.
 */
export async function commandsFor(tx: Tx, channelId: number): Promise<(from: string, reply: Reply) => string | null> {
  const { rows } = await sql<Known>`
    select array(select identifier from triggers where is_active) as keywords,
      array(select caller from trigger_calls where channel_id = ${channelId} and caller is not null
        and outcome = 'started' and undo_until > clock_timestamp() - interval '10 minutes') as callers`.execute(tx);
  const { keywords, callers } = rows[0]!;
  const known = new Set(keywords);
  return (from, { subject, text }) => {
    const all = [subject && subject !== text ? `${subject}\n${text}` : text, text];
    const meant = all.find((words) => {
      const { keyword } = commandWords(words);
      return known.has(keyword) || (isStopWord(keyword) && callers.includes(from));
    });
    return meant === undefined ? null : cut(withoutNul(meant), longest);
  };
}
