import { Socket } from 'node:net';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import { Client } from '#server/platform/connection/client.ts';
import type { DB } from '#server/platform/database/types.gen.ts';

/**
 * What changed, by id. `running`: the list of running events, or what waits for somebody; `alarm`: one is being launched; `work`: recipients are due; `stopped`: messages were stopped; `jobs`: background jobs are;
 * `session`: signed out; `system`: settings or something else that the administration sets; `webhooks`: deliveries are due;
 * `replies`: the inbox; `channels`: how channels are doing; `monitor`: its link was revoked; `ended`: what providers say is over, by the key of the message;
 * `ready`: nothing did, a process only tries whether it hears.
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
  work?: true;
  stopped?: true;
  jobs?: true;
  system?: true;
  webhooks?: true;
  replies?: true;
  channels?: true;
}

/**
 * One thing that can be watched, e.g. "message:12" or "running". `access`: what somebody may do, or whether they are still
 * signed in; the database tells it by itself, whoever changed it.
 */
export type Topic =
  | `${'event' | 'report' | 'message' | 'session' | 'exercise' | 'monitor' | 'ended' | 'ready'}:${number | string}`
  | 'running'
  | 'alarm'
  | 'work'
  | 'stopped'
  | 'jobs'
  | 'system'
  | 'webhooks'
  | 'replies'
  | 'channels'
  | 'access';

// a payload that PostgreSQL takes has fewer than 8,000 bytes
const mostBytes = 7_900;
const gathered = new WeakMap<Kysely<DB>, Changes[]>();

/**
 * Tells every process what changed; listeners hear it after the transaction commits.
 * Carries ids only, however many. Never call it per recipient: NOTIFY takes a database-wide lock at commit.
 */
export async function publish(db: Kysely<DB>, changes: Changes): Promise<void> {
  const list = gathered.get(db);
  if (list) list.push(changes);
  else await notify(db, [changes]);
}

/** Does the work of a transaction and tells everything it publishes at its end, at once and each thing once. */
export async function publishingOnce<Tx extends Kysely<DB>, T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const list: Changes[] = [];
  gathered.set(tx, list);
  const result = await work(tx);
  gathered.delete(tx);
  await notify(tx, list);
  return result;
}

async function notify(db: Kysely<DB>, list: readonly Changes[]): Promise<void> {
  const payloads = payloadsOf(new Set(list.flatMap(topicsOf)));
  if (payloads.length) await sql`select pg_notify('changed', x) from unnest(${payloads}::text[]) as x`.execute(db);
}

/** Lists of topics as JSON, each short enough. */
function payloadsOf(topics: Iterable<Topic>): string[] {
  const payloads: string[] = [];
  let [some, bytes]: [string[], number] = [[], 0];
  for (const topic of topics) {
    const text = JSON.stringify(topic);
    const size = Buffer.byteLength(text) + 1;
    if (bytes + size > mostBytes) {
      payloads.push(`[${some}]`);
      [some, bytes] = [[], 0];
    }
    some.push(text);
    bytes += size;
  }
  return some.length ? [...payloads, `[${some}]`] : payloads;
}

function topicsOf(changes: Changes): Topic[] {
  return Object.entries(changes).flatMap(([kind, ids]: [string, true | readonly (number | string)[]]) =>
    ids === true ? [kind as Topic] : ids.map((id) => `${kind}:${id}` as Topic),
  );
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
  /** Which connection hears, counted from 1; null while none does, when nothing that is kept can be trusted. */
  hearing(): number | null;
  stop(): Promise<void>;
}

/** Milliseconds between two looks whether the connection still hears, and how long the database may take to say so. */
interface Watchfulness {
  every: number;
  within: number;
}

const usually: Watchfulness = { every: 15_000, within: 5_000 };

/** Starts listening; resolves even while the database is away (it keeps trying). */
export async function startLive(url: string, watchfulness: Watchfulness = usually): Promise<Live> {
  const watchers = new Map<Topic, Set<() => void>>();
  let client: pg.Client | undefined;
  let stopped = false;
  let connections = 0;
  let isHearing = false;

  const tell = (topic: Topic) => {
    for (const heard of [...(watchers.get(topic) ?? [])]) heard();
  };
  const connect = async (): Promise<void> => {
    client = await listen(url, watchfulness, tell, () => {
      isHearing = false;
      retry();
    });
    connections++;
    isHearing = true;
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
      // ended twice, it must not take along who watches the topic by now
      if (set.size === 0 && watchers.get(topic) === set) watchers.delete(topic);
    };
  };
  return {
    watch,
    hearing: () => (isHearing ? connections : null),
    async stop() {
      stopped = true;
      await client?.end();
    },
  };
}

/** A connection that hears of changes; `lost` is called when it is over, also when it never came about. */
async function listen(
  url: string,
  { every, within }: Watchfulness,
  heard: (topic: Topic) => void,
  lost: () => void,
): Promise<pg.Client> {
  const socket = new Socket();
  const client = new Client({
    connectionString: url,
    application_name: 'meldekette live',
    keepAlive: true,
    connectionTimeoutMillis: within,
    query_timeout: within,
    stream: () => socket,
  });
  let timer: NodeJS.Timeout | undefined;
  client.on('notification', ({ payload }) => {
    for (const topic of JSON.parse(payload ?? '[]') as Topic[]) heard(topic);
  });
  socket.once('close', () => {
    clearTimeout(timer);
    lost();
  });
  // behind a cable that was pulled nobody says that the connection is over: one that answers nothing is cut off
  const cut = () => void socket.destroy();
  const look = () => {
    timer = setTimeout(() => void client.query('select 1').then(look, cut), every).unref();
  };
  try {
    await client.connect();
    await client.query('listen changed');
  } catch (error) {
    cut();
    throw error;
  }
  look();
  return client;
}
