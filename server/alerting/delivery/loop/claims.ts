import type { OpenChannels } from '#server/alerting/delivery/open-channels.ts';
import { type Claimed, claimRecipients } from '#server/alerting/delivery/queue/claim.ts';
import type { Claim } from '#server/alerting/delivery/queue/due.ts';
import { rememberPlaces } from '#server/alerting/delivery/queue/places.ts';
import type { HeldRecipient } from '#server/alerting/delivery/slow.ts';
import type { Db } from '#server/platform/database/connect.ts';
import type { Node } from '#server/platform/nodes/node.ts';
import { type HeldRecipients, takePlaces } from './held.ts';

/** Claims recipients for this process. */
export interface ClaimWork {
  /** Whether a claim is running. */
  isRunning(): boolean;
  /** Resolves with the claimed recipients, held from then on. */
  claim(claims: readonly Claim[], isAlarm: boolean): Promise<[Claimed, HeldRecipient][]>;
}

/** A running claim reserves places. */
export function openClaims(db: Db, node: Node, channels: Pick<OpenChannels, 'get'>, held: HeldRecipients): ClaimWork {
  const places = rememberPlaces();
  let running = 0;
  /** A running claim may take recipients suspected of killing the process. */
  let takesSuspects = false;
  return {
    isRunning: () => running > 0,
    async claim(claims, isAlarm) {
      const own = claims.map(({ channelId, count }) => ({ channel: channels.get(channelId)!, count }));
      for (const { channel, count } of own) takePlaces(channel, isAlarm, count);
      let claimed: Claimed[] = [];
      running++;
      const suspects = !takesSuspects;
      takesSuspects = true;
      try {
        claimed = await claimRecipients(db, node, isAlarm ? claims : places.from(claims), { suspects });
        places.note(claims, claimed);
      } finally {
        running--;
        if (suspects) takesSuspects = false;
        for (const { channel, count } of own) takePlaces(channel, isAlarm, -count);
      }
      // no other claim or reaper may run in between
      return claimed.map((recipient) => [recipient, held.add(recipient)]);
    },
  };
}
