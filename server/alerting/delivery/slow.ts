import { sql } from 'kysely';
import { slowAfter } from '#server/alerting/recipients/step-wakes.ts';
import type { Db } from '#server/platform/database/connect.ts';
import type { Logger } from '#server/platform/log.ts';
import { type Loop, startLoop } from '#server/platform/nodes/loop.ts';
import type { Node } from '#server/platform/nodes/node.ts';
import type { Times } from '#server/platform/nodes/times.ts';
import type { OpenChannel, OpenChannels } from './open-channels.ts';

/** Detects alarms that a provider holds for too long. */
export interface SlowWatch {
  /** Call it periodically with the held recipients. */
  look(held: ReadonlyMap<number, HeldRecipient>): Promise<void>;
}

/** A recipient that a channel has in hand. */
export interface HeldRecipient {
  messageId: number;
  channelId: number;
  isAlarm: boolean;
  /** Its claim, in this process's milliseconds. */
  since: number;
  /** Accepted, with only its end pending. */
  isUnderway: boolean;
}

// After a pause of the process, responses may be unread.
const longestGap = 3_000;

/**
 * Detects slow alarms. A channel fails if it held one for `times.silence` without success, or if alarms filled it for a
 * minute. Wakes the next steps of alarms on it or held over a minute.
 */
export function watchSlow(
  db: Db,
  node: Pick<Node, 'id'>,
  channels: Pick<OpenChannels, 'get' | 'setTrouble'>,
  times: Pick<Times, 'silence'>,
): SlowWatch {
  let known = new Set<string>();
  let lookedAt = performance.now();
  return {
    async look(held) {
      const now = performance.now();
      const gap = now - lookedAt;
      lookedAt = now;
      const late = [...held].filter(
        ([, one]) => one.isAlarm && !one.isUnderway && now - one.since > silenceOf(channels.get(one.channelId), times),
      );
      if (!late.length) known.clear();
      if (!late.length || gap > longestGap) return;
      for (const [, { channelId, since }] of late) {
        const channel = channels.get(channelId);
        if (channel && !channel.trouble && isSilent(channel, since))
          channels.setTrouble(channel, 'channel_unreachable');
      }
      const rows = await findLate(
        db,
        node,
        late.map(([id]) => id),
      );
      const fresh = rows.filter((row) => !known.has(keyOf(row))).map(({ id }) => id);
      if (fresh.length) await wake(db, fresh);
      known = new Set(rows.map(keyOf));
      const slow = rows.filter(({ isSlow }) => isSlow);
      for (const [channelId, own] of Map.groupBy(slow, (row) => row.channelId)) {
        const channel = channels.get(channelId);
        if (channel && own.length >= placesOf(channel)) channels.setTrouble(channel, 'channel_unreachable');
      }
    },
  };
}

// milliseconds between two checks while recipients are held, and otherwise
const [checkInterval, restInterval] = [500, 60_000];

/** Starts the check for slow channels. It rests while no recipient is held: wake it with the first one. */
export const startSlowChecks = (log: Logger, watch: SlowWatch, held: ReadonlyMap<number, HeldRecipient>): Loop => {
  const pause = () => (held.size ? checkInterval : restInterval);
  return startLoop(
    log,
    'slow_channels',
    () => [pause(), pause()],
    () => watch.look(held),
  );
};

/** Returns how long a channel may stay silent. */
export const silenceOf = (channel: OpenChannel | undefined, { silence }: Pick<Times, 'silence'>): number =>
  Math.max(silence, channel?.sender.patience ?? 0);

// the exercise mailbox is the database
const isSilent = ({ type, goodAt }: OpenChannel, since: number): boolean => type !== 'exercise' && goodAt < since;

const placesOf = ({ sender, slots }: OpenChannel) => Math.min(sender.room?.() ?? slots, slots);

interface Late {
  id: number;
  channelId: number;
  /** Held for over a minute. */
  isSlow: boolean;
}

/** Woken again when it becomes slow. */
const keyOf = ({ id, isSlow }: Late): string => `${id} ${isSlow}`;

/** Returns the held recipients that no longer justify waiting. */
async function findLate(db: Db, { id }: Pick<Node, 'id'>, held: number[]): Promise<Late[]> {
  const { rows } = await sql<Late>`
    select id, channel_id, is_slow from (
      select r.id, r.channel_id, r.claimed_at < now() - ${slowAfter}::interval as is_slow, c.trouble
      from message_recipients r join channels c on c.id = r.channel_id
      where r.owner = ${id} and r.status = 'sending' and r.lane = 'alarm' and r.id = any(${held})) late
    where is_slow or trouble is not null`.execute(db);
  return rows;
}

async function wake(db: Db, ids: number[]): Promise<void> {
  await sql`
    insert into step_wakes (report_id, person_id) select report_id, person_id from message_recipients
    where id = any(${ids}) and person_id is not null`.execute(db);
}
