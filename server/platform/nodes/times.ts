/** Every wait of the worker in milliseconds, so that tests need not wait as long as an operator. */
export interface Times {
  /** Between two heartbeats. */
  heartbeat: number;
  /** A process without a heartbeat for so long puts nothing on the wire any more. */
  fence: number;
  /** A process without a heartbeat for so long loses what it claimed; longer than `fence`, for what is on the wire. */
  dead: number;
  /** Heartbeats must have gone well for so long before others are declared dead: after an outage all look dead. */
  steady: number;
  /** Shortest and longest wait between two looks for dead processes. */
  reap: readonly [number, number];
  /** Shortest and longest wait between two looks for due recipients. */
  poll: readonly [number, number];
  /** Between two looks for expired recipients. */
  expire: number;
  /** Least wait between two notices about the same message. */
  progress: number;
  /** Until a message of unknown outcome is sent again. */
  unknown: number;
  /** Between two trials of a channel in trouble. */
  probe: number;
  /** A channel that has held an alarm for so long, and sent nothing meanwhile, is in trouble. */
  silence: number;
  /** Until changed settings of a channel are noticed. */
  settings: number;
  /** How long the database may take for a statement before its connection counts as lost. */
  query: number;
  /** How long stopping waits for what is on the wire. */
  stop: number;
}

/** The waits of a real installation. */
export const usualTimes: Times = {
  heartbeat: 2_000,
  fence: 6_000,
  dead: 10_000,
  steady: 5_000,
  reap: [1_000, 2_000],
  poll: [200, 250],
  expire: 1_000,
  progress: 250,
  unknown: 15_000,
  probe: 10_000,
  silence: 8_000,
  settings: 2_000,
  query: 8_000,
  stop: 25_000,
};
