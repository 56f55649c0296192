import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { DB } from '#server/database/types.gen.ts';

/**
 * What changed, by id. `running`: the list of running events; `work`: recipients are due; `jobs`: background jobs are;
 * `session`: signed out; `system`: settings or something else that the administration sets; `webhooks`: deliveries are due;
 * `replies`: the inbox; `channels`: how channels are doing; `ended`: what providers say is over, by the key of the message.
 */
export interface Changes {
  event?: number[];
  report?: number[];
  message?: number[];
  session?: string[];
  exercise?: number[];
  ended?: string[];
  running?: true;
  work?: true;
  jobs?: true;
  system?: true;
  webhooks?: true;
  replies?: true;
  channels?: true;
}

/** One thing that can be watched, e.g. "message:12" or "running". */
export type Topic =
  | `${'event' | 'report' | 'message' | 'session' | 'exercise' | 'ended'}:${number | string}`
  | 'running'
  | 'work'
  | 'jobs'
  | 'system'
  | 'webhooks'
  | 'replies'
  | 'channels';

/**
 * Tells every process what changed; listeners hear it after the transaction commits.
 * Carries ids only. Never call it per recipient: NOTIFY takes a database-wide lock at commit.
 */
export async function publish(db: Kysely<DB>, changes: Changes): Promise<void> {
  await sql`select pg_notify('changed', ${JSON.stringify(changes)})`.execute(db);
}

function topicsOf(changes: Changes): Topic[] {
  const { running, work, jobs, system, webhooks, replies, channels, ...ids } = changes;
  const topics = Object.entries(ids).flatMap(([kind, list]) => list.map((id) => `${kind}:${id}` as Topic));
  return [
    ...topics,
    ...(running ? (['running'] as const) : []),
    ...(work ? (['work'] as const) : []),
    ...(jobs ? (['jobs'] as const) : []),
    ...(system ? (['system'] as const) : []),
    ...(webhooks ? (['webhooks'] as const) : []),
    ...(replies ? (['replies'] as const) : []),
    ...(channels ? (['channels'] as const) : []),
  ];
}

/** What a subscription follows. Who reads it as a stream gets one turn; watchers are computed for together instead. */
export interface Followed extends AsyncIterable<Topic> {
  topics: readonly Topic[];
}

/** The topics that the answer of a subscription depends on. */
export const following = (...topics: Topic[]): Followed => ({
  topics,
  async *[Symbol.asyncIterator]() {
    yield* topics.slice(0, 1);
  },
});

/** Watching for changes of any process, over one LISTEN connection that reconnects by itself. */
export interface Live {
  /** Calls `heard` on every change of the topic until the returned function is called. */
  watch(topic: Topic, heard: () => void): () => void;
  stop(): Promise<void>;
}

/** Starts listening; resolves even while the database is away (it keeps trying). */
export async function startLive(url: string): Promise<Live> {
  const watchers = new Map<Topic, Set<() => void>>();
  let client: pg.Client | undefined;
  let stopped = false;

  const tell = (topic: Topic) => {
    for (const heard of [...(watchers.get(topic) ?? [])]) heard();
  };
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString: url, application_name: 'meldekette live', keepAlive: true });
    next.on('error', () => {});
    next.on('end', () => retry());
    next.on('notification', ({ payload }) => {
      for (const topic of topicsOf(JSON.parse(payload ?? '{}') as Changes)) tell(topic);
    });
    await next.connect();
    await next.query('listen changed');
    client = next;
    for (const topic of watchers.keys()) tell(topic); // whatever changed while nobody listened
  };
  const retry = () => {
    if (!stopped) setTimeout(() => void connect().catch(() => {}), 500).unref();
  };
  await connect().catch(() => {});

  const watch = (topic: Topic, heard: () => void) => {
    const set = watchers.get(topic) ?? new Set();
    watchers.set(topic, set.add(heard));
    return () => {
      set.delete(heard);
      if (set.size === 0) watchers.delete(topic);
    };
  };
  return {
    watch,
    async stop() {
      stopped = true;
      await client?.end();
    },
  };
}
