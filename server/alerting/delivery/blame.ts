/** Distinguishes faults of a channel from those of single recipients, by the outcomes of others. */
export interface Blame {
  /** Records a started message; call the returned function once its outcome is known. */
  begin(): () => void;
  good(): void;
  /** Records a final refusal of a recipient; returns whether the channel now refuses everyone. */
  refused(recipient: number): boolean;
  /** Records a refusal for now; returns whether the channel now defers everyone. */
  deferred(recipient: number): boolean;
  /**
   * Records a refusal that the provider attributes to the channel. Returns `channel` if that seems right, `perhaps` while others
   * succeed, `again` at the second time, and `recipient` if only this one keeps being refused.
   */
  channelRefused(recipient: number): 'channel' | 'perhaps' | 'again' | 'recipient';
}

const everybody = 10;
/** The number of consecutive refusals if the channel succeeded within the last hour; lists may start with outdated addresses. */
const everybodyLately = 20;
const lately = 3_600_000;
const finalTries = 3;
const mostRemembered = 1_000;

/**
 * Tracks the messages of one channel. Ten consecutive refusals of different recipients without a success are the channel's fault,
 * regardless of the words; twenty if it succeeded within the last hour. A channel's refusal counts against it only at a
 * recipient's first attempt if others succeeded within `window` milliseconds before that attempt, or since; at the third attempt
 * it is final for that recipient.
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
