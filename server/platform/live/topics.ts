/**
 * The changes, by id.
 * - `running`: the list of running events, or work waiting for users
 * - `alarm`: one is launching
 * - `connect`: one is launching that leaves over real channels
 * - `work`: recipients are due
 * - `stopped`: messages were stopped
 * - `ended`: messages that providers report as over, by key
 * - `jobs`, `webhooks`: background jobs or deliveries are due
 * - `commands`: a received text may start an alarm
 * - `replies`, `incoming`: the inboxes of replies, and of items of other programs
 * - `channels`: the health of channels
 * - `session`: signed out
 * - `monitor`: its link was revoked
 * - `system`: settings or other administration data
 * - `ready`: nothing, a process only tests its reception
 */
export interface Changes {
  event?: number[];
  report?: number[];
  message?: number[];
  session?: string[];
  exercise?: number[];
  monitor?: number[];
  ended?: string[];
  ready?: string[];
  running?: true;
  alarm?: true;
  connect?: true;
  work?: true;
  stopped?: true;
  jobs?: true;
  system?: true;
  webhooks?: true;
  replies?: true;
  incoming?: true;
  channels?: true;
  commands?: true;
}

/** A topic to watch, such as "message:12" or "running". `access`: rights or a session may have changed. */
export type Topic =
  | `${'event' | 'report' | 'message' | 'session' | 'exercise' | 'monitor' | 'ended' | 'ready'}:${number | string}`
  | 'running'
  | 'alarm'
  | 'connect'
  | 'work'
  | 'stopped'
  | 'jobs'
  | 'system'
  | 'webhooks'
  | 'replies'
  | 'incoming'
  | 'channels'
  | 'commands'
  | 'access';

export function topicsOf(changes: Changes): Topic[] {
  return Object.entries(changes).flatMap(([kind, ids]: [string, true | readonly (number | string)[]]) =>
    ids === true ? [kind as Topic] : ids.map((id) => `${kind}:${id}` as Topic),
  );
}

/** The topics of a subscription. As a stream it yields once. */
export interface Followed extends AsyncIterable<Topic> {
  topics: readonly Topic[];
}

export const following = (...topics: Topic[]): Followed => ({
  topics,
  async *[Symbol.asyncIterator]() {
    yield* topics.slice(0, 1);
  },
});
