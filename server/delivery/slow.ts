import { sql } from 'kysely';
import type { Db } from '#server/database/connect.ts';
import { slowAfter } from '#server/messages/recipients/step-wakes.ts';
import type { Node } from '#server/nodes/node.ts';
import type { Desk, Desks } from './desks.ts';

/** Notices alarms that a provider has in hand for too long. */
export interface SlowWatch {
  /** To be called now and then, with the recipients this process is waiting for. */
  look(held: ReadonlyMap<number, Held>): Promise<void>;
}

/** A recipient that a channel has in hand. */
export interface Held {
  messageId: number;
  /** The provider took it, and only its end is waited for. */
  isUnderway: boolean;
}

/**
 * Wakes the steps of alarms that are being handed over for longer than a minute; a channel all of whose places are taken by
 * such is in trouble, so that those who wait for it go another way too.
 */
export function watchSlow(db: Db, node: Pick<Node, 'id'>, desks: Pick<Desks, 'get' | 'setTrouble'>): SlowWatch {
  let known = new Set<number>();
  return {
    async look(held) {
      const waiting = [...held].flatMap(([id, { isUnderway }]) => (isUnderway ? [] : id));
      const slow = waiting.length ? await findSlow(db, node, waiting) : [];
      const fresh = slow.filter(({ id }) => !known.has(id)).map(({ id }) => id);
      if (fresh.length) await wake(db, fresh);
      known = new Set(slow.map(({ id }) => id));
      for (const [channelId, rows] of Map.groupBy(slow, (row) => row.channelId)) {
        const desk = desks.get(channelId);
        if (desk && rows.length >= placesOf(desk)) desks.setTrouble(desk, 'channel_unreachable');
      }
    },
  };
}

const placesOf = ({ sender, slots }: Desk) => Math.min(sender.room?.() ?? slots, slots);

async function findSlow(db: Db, { id }: Pick<Node, 'id'>, waiting: number[]) {
  const { rows } = await sql<{ id: number; channelId: number }>`
    select id, channel_id from message_recipients
    where owner = ${id} and status = 'sending' and lane = 'alarm' and id = any(${waiting})
      and claimed_at < now() - ${slowAfter}::interval`.execute(db);
  return rows;
}

async function wake(db: Db, ids: number[]): Promise<void> {
  await sql`
    insert into step_wakes (report_id, person_id) select report_id, person_id from message_recipients
    where id = any(${ids}) and person_id is not null`.execute(db);
}
