/** All waits of the worker in milliseconds, adjustable for tests. */
export interface Times {
  /** Between two heartbeats. */
  heartbeat: number;
  /** A process without a heartbeat for this long stops sending. */
  fence: number;
  /** A process without a heartbeat for this long loses its claims; longer than `fence`, for messages in transit. */
  dead: number;
  /** Heartbeats must have worked for this long before judging others: after an outage, all seem dead. */
  steady: number;
  /** Shortest and longest wait between two searches for dead processes. */
  reap: readonly [number, number];
  /** Shortest and longest wait between two searches for due recipients. */
  poll: readonly [number, number];
  /** The same while nothing happens; finds work whose notification was lost. */
  calm: readonly [number, number];
  calmAfter: number;
  /** The same for loops whose work one common look finds every `calm`. */
  watched: readonly [number, number];
  /** The same for work that no alarm depends on. */
  slow: readonly [number, number];
  /** The same for expired or lost recipients while nothing happens. */
  rare: readonly [number, number];
  /** Between two searches for expired recipients. */
  expire: number;
  /** Minimum wait between two notices about the same message. */
  progress: number;
  /** Until a message of unknown outcome is sent again. */
  unknown: number;
  /** Between two probes of a failing channel. */
  probe: number;
  /** A channel that has held an alarm for this long without any success counts as failing. */
  silence: number;
  /** Until changed settings of a channel apply. */
  settings: number;
  /** The database's time for a statement before its connection counts as lost. */
  query: number;
  /** How long stopping waits for messages in transit. */
  stop: number;
  /** Between two checks whether a newer release has migrated the database. */
  release: number;
  /** Until a worker stops after a newer release's migration without a worker of that release. */
  outdated: number;
}

export const usualTimes: Times = {
  heartbeat: 2_000,
  fence: 6_000,
  dead: 10_000,
  steady: 5_000,
  reap: [1_000, 2_000],
  poll: [200, 250],
  calm: [4_000, 6_000],
  calmAfter: 5_000,
  watched: [60_000, 90_000],
  slow: [10_000, 15_000],
  rare: [15_000, 20_000],
  expire: 1_000,
  progress: 250,
  unknown: 15_000,
  probe: 10_000,
  silence: 8_000,
  settings: 2_000,
  query: 8_000,
  stop: 25_000,
  release: 10_000,
  outdated: 600_000,
};
