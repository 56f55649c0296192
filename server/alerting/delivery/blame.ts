/** Distinguishes faults of a channel from those of recipients. */
export interface Blame {
  /** Records a start; call the returned function at the outcome. */
  begin(): () => void;
  good(): void;
  /** Records a final refusal; returns whether all are refused. */
  refused(recipient: number): boolean;
  /** Records a deferral; returns whether all are deferred. */
  deferred(recipient: number): boolean;
  /**
   * Records a refusal attributed to the channel. Returns `channel`, `perhaps` while others succeed, `again` the second
   * time, `recipient` if only this one is refused.
   */
  channelRefused(recipient: number): 'channel' | 'perhaps' | 'again' | 'recipient';
}

const everybody = 10;
/** Consecutive refusals after a success within an hour, because lists may start with outdated addresses. */
const everybodyLately = 20;
const lately = 3_600_000;
const finalTries = 3;
const mostRemembered = 1_000;

/**
 * Tracks one channel's messages. Ten consecutive refusals of different recipients are the channel's fault; twenty after
 * a success within an hour. If others succeeded within `window` milliseconds, a channel's refusal counts against it
 * only at a recipient's first attempt; at the third attempt, it is final for that recipient.
 */
export function createBlame(window: number, now: () => number = () => performance.now()): Blame {
  let goodAt = Number.NEGATIVE_INFINITY;
  let underWay = 0;
  const [refusedInRow, deferredInRow] = [new Set<number>(), new Set<number>()];
  const isEverybody = (inRow: Set<number>, recipient: number): boolean => {
    if (inRow.size < everybodyLately) inRow.add(recipient);
    return inRow.size >= (now() - goodAt < lately ? everybodyLately : everybody);
  };
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
      refusedInRow.clear();
      deferredInRow.clear();
    },
    refused: (recipient) => isEverybody(refusedInRow, recipient),
    deferred: (recipient) => isEverybody(deferredInRow, recipient),
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
