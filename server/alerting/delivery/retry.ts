import type { DeliveryError, Posted, SendResult } from '#server/channels/channel.ts';
import { storedId } from '#server/channels/told.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import type { Claimed } from './queue/claim.ts';

/** `retrying` and `queued` recipients return after `delay` seconds. */
export interface AttemptOutcome {
  status: 'sent' | 'failed' | 'retrying' | 'queued';
  reason: DeliveryReason | null;
  delay: number | null;
  /** The attempt doesn't count. */
  refund: boolean;
  /** Perhaps reached unconfirmed or twice. */
  maybeDuplicate: boolean;
  /** No response; after the second time, it counts as sent. */
  untold: boolean;
  externalId: string | null;
  partIds: readonly string[];
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

/** The provider accepted it. */
export const sent = ({ externalId, partIds = [], posts }: SendResult): AttemptOutcome => ({
  ...nothing,
  externalId: externalId ? storedId(externalId) : null,
  partIds: partIds.map(storedId),
  posts: posts ?? null,
});

/** Nothing left; the recipient is unchanged. */
export const returned: AttemptOutcome = { ...nothing, status: 'queued', delay: 0, refund: true };

/** It can't succeed. */
export const failed = (reason: DeliveryReason): AttemptOutcome => ({ ...nothing, status: 'failed', reason });

/** Perhaps accepted; only a person may resend. */
export const parked = (reason: DeliveryReason): AttemptOutcome => ({ ...failed(reason), maybeDuplicate: true });

type Tried = Pick<Claimed, 'lane' | 'attempts' | 'untold'>;

/**
 * Returns the outcome of a failure:
 * - temporary: retried, quickly for alarms
 * - channel: costs no attempt
 * - unknown: resent once under the same key, because a duplicate alarm is better than none; if still unknown, sent but
 *   unconfirmed. If the provider reported its own failure, an alarm keeps retrying, because it has probably not
 *   arrived. On a broken channel, only an alarm is resent, and it fails the second time.
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
  if (error.broken && (tried.lane !== 'alarm' || tried.untold)) return parked('outcome_unknown');
  if (error.answered && tried.lane === 'alarm') return { ...retry(delayAfter(tried)), ...perhaps };
  if (tried.untold) return { ...nothing, ...perhaps, reason: 'unconfirmed' };
  return { ...retry(0), ...perhaps, untold: true, delay: unknownDelay };
}

function delayAfter({ lane, attempts }: Pick<Tried, 'lane' | 'attempts'>): number {
  const delays = lane === 'alarm' ? alarmDelays : otherDelays;
  return delays[Math.min(attempts, delays.length) - 1] ?? delays[0]!;
}
