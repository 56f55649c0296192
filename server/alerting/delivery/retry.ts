import type { DeliveryError, Handed, Posted } from '#server/channels/channel.ts';
import { storedId } from '#server/channels/told.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import type { Claimed } from './queue/claim.ts';

/** What an attempt came to; `retrying` and `queued` come back after `delay` seconds. */
export interface AttemptOutcome {
  status: 'sent' | 'failed' | 'retrying' | 'queued';
  reason: DeliveryReason | null;
  delay: number | null;
  /** The attempt does not count. */
  refund: boolean;
  /** The person may have been reached although we do not know, or may be reached twice. */
  maybeDuplicate: boolean;
  /** The provider said nothing: of a second time the message counts as sent. */
  untold: boolean;
  externalId: string | null;
  /** The ids of its parts, where they have ids of their own. */
  partIds: readonly string[];
  /** Where it can be seen. */
  posts: readonly Posted[] | null;
}

const alarmDelays = [2, 5, 10, 20, 40, 60];
const otherDelays = [60, 300, 900, 1800, 3600, 7200];
const longestWish = { alarm: 900, other: 3600 };

const nothing: AttemptOutcome = {
  status: 'sent',
  reason: null,
  delay: null,
  refund: false,
  maybeDuplicate: false,
  untold: false,
  externalId: null,
  partIds: [],
  posts: null,
};

/** The provider took it. */
export const sent = ({ externalId, partIds = [], posts }: Handed): AttemptOutcome => ({
  ...nothing,
  externalId: externalId ? storedId(externalId) : null,
  partIds: partIds.map(storedId),
  posts: posts ?? null,
});

/** Nothing left the house; the recipient is as it was before. */
export const returned: AttemptOutcome = { ...nothing, status: 'queued', delay: 0, refund: true };

/** It will never work. */
export const failed = (reason: DeliveryReason): AttemptOutcome => ({ ...nothing, status: 'failed', reason });

/** The provider may have taken it, and only a person may decide to send it again. */
export const parked = (reason: DeliveryReason): AttemptOutcome => ({ ...failed(reason), maybeDuplicate: true });

type Tried = Pick<Claimed, 'lane' | 'attempts' | 'untold'>;

/**
 * What follows from a failure. A temporary one is tried again, quickly for alarms; a channel's failure costs the
 * recipient nothing; an unknown outcome is sent once more under the same key (a double alarm is better than none) and,
 * when that too stays unknown, counts as sent, marked as unconfirmed. Where the provider answered that it is in trouble, an
 * alarm goes on being tried: then it has probably not arrived.
 */
export function outcomeOfError(
  error: DeliveryError,
  tried: Tried,
  unknownDelay: number,
  random = Math.random,
): AttemptOutcome {
  const wish = Math.min(
    Math.max(error.retryAfter ?? 0, 0),
    tried.lane === 'alarm' ? longestWish.alarm : longestWish.other,
  );
  const retry = (delay: number): AttemptOutcome => ({
    ...nothing,
    status: 'retrying',
    reason: error.reason,
    delay: Math.max(delay * (0.5 + random()), wish),
  });
  if (error.kind === 'permanent') return failed(error.reason);
  if (error.kind === 'channel') return { ...retry(2), refund: true };
  if (error.kind === 'temporary') return retry(delayAfter(tried));
  const perhaps = { maybeDuplicate: true, externalId: error.externalId };
  if (error.answered && tried.lane === 'alarm') return { ...retry(delayAfter(tried)), ...perhaps };
  if (tried.untold) return { ...nothing, ...perhaps, reason: 'unconfirmed' };
  return { ...retry(0), ...perhaps, untold: true, delay: unknownDelay };
}

function delayAfter({ lane, attempts }: Pick<Tried, 'lane' | 'attempts'>): number {
  const delays = lane === 'alarm' ? alarmDelays : otherDelays;
  return delays[Math.min(attempts, delays.length) - 1] ?? delays[0]!;
}
