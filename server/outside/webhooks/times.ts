const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** In milliseconds. */
export interface WebhookTimes {
  /** Minimum and maximum between two checks. */
  poll: readonly [number, number];
  /** Limit for one request with its response. */
  timeout: number;
  /** Until an unfinished delivery restarts; longer than `timeout`. */
  lease: number;
  /** Wait before each attempt; as many attempts as waits. */
  schedule: readonly number[];
  /** Without success until a webhook is disabled. */
  giveUp: number;
  /** Maximum wait for running requests at shutdown. */
  stop: number;
}

/** Production values; Standard Webhooks recommends this schedule. */
export const usualWebhookTimes: WebhookTimes = {
  poll: [2 * second, 3 * second],
  timeout: 15 * second,
  lease: 30 * second,
  schedule: [
    ...[0, 5 * second, 5 * minute, 30 * minute],
    ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
  ],
  giveUp: 120 * hour,
  stop: 3 * second,
};

const longestWait = 24 * hour;

/**
 * Returns the wait after failures, null at the end: by schedule with random parts, or the receiver's request up to a
 * day.
 */
export function waitAfter(times: WebhookTimes, attempts: number, retryAfter: number | null): number | null {
  const wait = times.schedule[attempts];
  if (wait === undefined) return null;
  const asked = Math.min(longestWait, (retryAfter ?? 0) * second);
  return Math.round(Math.max(wait, asked) * (1 + Math.random() / 10));
}
