/** Tells the fault of a channel from that of single recipients, by what becomes of the others. */
export interface Blame {
  /** A message goes to the provider; the returned function is called when its outcome is known. */
  begin(): () => void;
  /** The provider took a message. */
  good(): void;
  /** The provider refused a recipient for good; returns whether it refuses everybody by now. */
  refused(recipient: number): boolean;
  /**
   * The provider blames its refusal on the channel: `channel` is right as far as is known, `perhaps` while others get through,
   * `again` a second time, and `recipient` when it still refuses only this one.
   */
  channelRefused(recipient: number): 'channel' | 'perhaps' | 'again' | 'recipient';
}

const everybody = 10;
/** Of a channel that took a message within the last hour, so many in a row: lists begin with old addresses now and then. */
const everybodyLately = 20;
const lately = 3_600_000;
const finalTries = 3;
const mostRemembered = 1_000;

/**
 * Follows the messages of one channel. While others are on the wire nobody knows yet whether it refuses them too. Ten
 * different recipients refused in a row without a success are the channel's fault, whatever the words; twenty where it took a
 * message within the last hour. A refusal of the channel counts against it only at the first try of a recipient if others
 * got through within `window` milliseconds before that try, or since; at the third it is final for that recipient.
 */
export function createBlame(window: number, now: () => number = () => performance.now()): Blame {
  let goodAt = Number.NEGATIVE_INFINITY;
  let underWay = 0;
  const inRow = new Set<number>();
  const suspected = new Map<number, { since: number; tries: number }>();
  return {
    begin() {
      underWay++;
      return () => {
        underWay--;
      };
    },
    good() {
      goodAt = now();
      inRow.clear();
    },
    refused(recipient) {
      if (inRow.size < everybodyLately) inRow.add(recipient);
      return inRow.size >= (now() - goodAt < lately ? everybodyLately : everybody);
    },
    channelRefused(recipient) {
      const { since, tries } = suspected.get(recipient) ?? { since: now(), tries: 0 };
      suspected.delete(recipient);
      suspected.set(recipient, { since, tries: tries + 1 });
      if (suspected.size > mostRemembered) suspected.delete(suspected.keys().next().value!);
      if (goodAt < since - window) return underWay > 1 && tries === 0 ? 'perhaps' : 'channel';
      if (tries + 1 < finalTries) return tries ? 'again' : 'perhaps';
      suspected.delete(recipient);
      return 'recipient';
    },
  };
}
