import { Socket } from 'node:net';
import { type Kysely, sql } from 'kysely';
import { Client } from '#server/platform/connection/client.ts';
import { refuseMoved, watchMoves } from '#server/platform/connection/moves.ts';
import type { DB } from '#server/platform/database/types.gen.ts';
import { type Changes, type Topic, topicsOf } from './topics.ts';

// PostgreSQL's payload limit is below 8,000 bytes
const mostBytes = 7_900;
const gathered = new WeakMap<Kysely<DB>, Changes[]>();

/**
 * Notifies every process after the commit. Sends only ids. Never call it per recipient: NOTIFY takes a database-wide
 * lock.
 */
export async function publish(db: Kysely<DB>, changes: Changes): Promise<void> {
  const list = gathered.get(db);
  if (list) list.push(changes);
  else await notify(db, [changes]);
}

/** Runs a transaction's work and sends its notifications together at the end. */
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

/** Splits topics into JSON lists within the limit. */
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

/** Watches changes over one LISTEN connection that reconnects automatically. */
export interface Live {
  /** Calls `heard` on every change of the topic until the returned function is called. */
  watch(topic: Topic, heard: () => void): () => void;
  /** Calls `heard` on changes of any topic, and with null when the connection is lost or back. */
  watchAll(heard: (topic: Topic | null) => void): () => void;
  /** Returns the number of the current connection, from 1; null while disconnected. */
  hearing(): number | null;
  stop(): Promise<void>;
}

interface Watchfulness {
  every: number;
  within: number;
}

const usually: Watchfulness = { every: 15_000, within: 5_000 };

/** Starts listening; resolves even while the database is unreachable (it keeps trying). */
export async function startLive(url: string, watchfulness: Watchfulness = usually): Promise<Live> {
  const watchers = new Map<Topic, Set<() => void>>();
  const ofAll = new Set<(topic: Topic | null) => void>();
  let client: Client | undefined;
  let stopped = false;
  let connections = 0;
  let isHearing = false;

  const tellAll = (topic: Topic | null) => {
    for (const heard of [...ofAll]) heard(topic);
  };
  const tell = (topic: Topic) => {
    tellAll(topic);
    for (const heard of [...(watchers.get(topic) ?? [])]) heard();
  };
  const connect = async (): Promise<void> => {
    client = await listen(url, watchfulness, tell, () => {
      const wasHearing = isHearing;
      isHearing = false;
      if (wasHearing && !stopped) tellAll(null);
      retry();
    });
    connections++;
    isHearing = true;
    // changes during the disconnection
    for (const topic of watchers.keys()) tell(topic);
    tellAll(null);
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
      // a second call must not remove later watchers of the topic
      if (set.size === 0 && watchers.get(topic) === set) watchers.delete(topic);
    };
  };
  return {
    watch,
    watchAll(heard) {
      ofAll.add(heard);
      return () => void ofAll.delete(heard);
    },
    hearing: () => (isHearing ? connections : null),
    async stop() {
      stopped = true;
      await client?.end();
    },
  };
}

async function listen(
  url: string,
  { every, within }: Watchfulness,
  heard: (topic: Topic) => void,
  lost: () => void,
): Promise<Client> {
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
  const unwatch = watchMoves((address) => {
    if (address === client.address) cut();
  });
  socket.once('close', () => {
    unwatch();
    clearTimeout(timer);
    lost();
  });
  // an unplugged cable sends no end, so an unresponsive connection is closed
  const cut = () => void socket.destroy();
  const look = () => {
    timer = setTimeout(() => void refuseMoved(client, client.address).then(look, cut), every).unref();
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
