const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Every wait of the webhooks in milliseconds, so that tests need not wait as long as a receiver. */
export interface WebhookTimes {
  /** Shortest and longest wait between two looks for due deliveries. */
  poll: readonly [number, number];
  /** For one request with its answer. */
  timeout: number;
  /** After that a delivery somebody began counts as lost and is begun again; longer than `timeout`. */
  lease: number;
  /** Before each attempt; as many attempts as waits. */
  schedule: readonly number[];
  /** A webhook that accepted nothing for so long is switched off. */
  giveUp: number;
  /** How long stopping waits for requests under way. */
  stop: number;
}

/** The waits of a real installation; the schedule is the one Standard Webhooks recommends. */
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
 * How long to wait after so many failed attempts, null when none is left: as the schedule says and up to a tenth more,
 * so that many do not come at once, or as long as the receiver asks for, at most a day.
 */
export function waitAfter(times: WebhookTimes, attempts: number, retryAfter: number | null): number | null {
  const wait = times.schedule[attempts];
  if (wait === undefined) return null;
  const asked = Math.min(longestWait, (retryAfter ?? 0) * second);
  return Math.round(Math.max(wait, asked) * (1 + Math.random() / 10));
}
