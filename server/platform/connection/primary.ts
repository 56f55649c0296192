import pg from 'pg';
import { disconnect } from './disconnect.ts';
import { settledSoon } from './last-call.ts';
import { type Servers, serverName, serversOf } from './servers.ts';
import { beforeAnyStatement } from './settings.ts';

export interface ServerPlace {
  at: number;
  host: string;
  port: number;
}

/** Milliseconds for each of several servers: a hanging one must not use up the five seconds of waiting work. */
export const longestConnect = 3_000;

// the successor of a frozen primary answers at once, with a higher timeline
const lastCall = 1_000;

// milliseconds: a rush of new connections asks once
const stays = 2_000;

const readOnly = '25006';

/** Thrown if no server of the address can be used. The message names each with its reason. */
export class NoServer extends Error {
  /** The code of the server that may work later, otherwise of the first. */
  readonly code: string;

  constructor(wanted: Servers['accepts'], failures: readonly { url: string; error: Failure }[]) {
    const reasons = failures.map(({ url, error }) => `${serverName(url)} (${reasonOf(error)})`);
    const what = wanted === 'any' ? 'can be reached' : 'takes changes';
    super(`None of the servers in DATABASE_URL ${what}: ${reasons.join(', ')}`);
    this.name = 'NoServer';
    const codes = failures.map(({ error }) => codeOf(error));
    this.code = codes.find((code) => code === readOnly) ?? codes.find((code) => mayPass.test(code)) ?? codes[0] ?? '';
  }
}

type Failure = Error & { code?: string; errors?: Failure[] };

// errors of the network; no connection, resources, shutdown, files
const mayPass = /^(E(?!RR_)[A-Z_]+|(08|53|57|58)...)$/;

const codeOf = ({ code, message, errors }: Failure): string =>
  code ?? errors?.[0]?.code ?? (/timeout|terminated/i.test(message) ? 'ETIMEDOUT' : '');

const reasonOf = (error: Failure): string => error.message || error.errors?.[0]?.message || codeOf(error) || 'unknown';

/** Finds the server of an address, and follows it after a failover. */
export interface ServerSearch {
  /**
   * Returns the server: asks in order, the last one first. After a doubt, asks all at once and prefers the highest
   * timeline, because a frozen primary may resume. Throws `NoServer` if none is suitable.
   */
  find(): Promise<ServerPlace>;
  /** Throws if the connection leads to a standby. */
  check(client: pg.Client): Promise<void>;
  /** Adds a connection to cut at a failover. Returns whether its server is still the right one. */
  add(client: pg.Client, place: ServerPlace): boolean;
  doubt(): void;
  current(): string | null;
}

const searches = new Map<string, ServerSearch>();

/** Returns the search of an address, one per process; null for a single server of any kind. */
export function searchFor(url: string): ServerSearch | null {
  const known = searches.get(url);
  if (known) return known;
  const servers = serversOf(url);
  if (!servers) return null;
  const search = startSearch(servers);
  searches.set(url, search);
  return search;
}

/** Returns the current server's name; null if the address names only one. */
export const currentServer = (url: string): string | null => searchFor(url)?.current() ?? null;

function startSearch({ urls, accepts }: Servers): ServerSearch {
  const open = new Map<pg.Client, number>();
  let last: ServerPlace | null = null;
  let known = 0; // timeline of the last server
  let foundAt = Number.NEGATIVE_INFINITY;
  let isDoubted = false;
  let looking: Promise<ServerPlace> | null = null;

  const settle = ({ at: found, host, port, timeline }: Found) => {
    const place = { at: found, host, port };
    [last, known, foundAt, isDoubted] = [place, timeline, performance.now(), false];
    // a frozen or demoted server keeps its connections open
    for (const [client, at] of open) {
      if (accepts === 'any' || at === place.at) continue;
      open.delete(client);
      disconnect(client);
    }
    return place;
  };
  const look = async (): Promise<ServerPlace> => {
    const order = urls.map((_url, at) => at).sort((a, b) => Number(b === last?.at) - Number(a === last?.at));
    const failures: { url: string; error: Failure }[] = [];
    if (isDoubted && accepts !== 'any') return settle(await askAll(urls, accepts, order, known));
    for (const at of order) {
      const url = urls[at]!;
      try {
        return settle({ at, ...(await probe(url, accepts, accepts === 'any' ? undefined : readTimeline)) });
      } catch (error) {
        failures.push({ url, error: error as Failure });
      }
    }
    throw new NoServer(accepts, failures);
  };
  const doubt = () => {
    [foundAt, isDoubted] = [Number.NEGATIVE_INFINITY, true];
  };
  return {
    async find() {
      if (last && performance.now() - foundAt < stays) return last;
      looking ??= look().finally(() => {
        looking = null;
      });
      return looking;
    },
    async check(client) {
      if (accepts === 'any') return;
      const { rows } = await client.query<{ standby: boolean }>({
        text: 'select pg_is_in_recovery() as standby',
        query_timeout: longestConnect,
      } as pg.QueryConfig);
      if (rows[0]!.standby) throw refused('is a standby');
    },
    add(client, { at }) {
      if (accepts !== 'any' && at !== last?.at) return false;
      open.set(client, at);
      client.once('error', () => open.has(client) && doubt()); // a pool ends an idle connection that was lost
      client.once('end', () => {
        const wasOpen = open.delete(client);
        const isOurEnd = (client as unknown as { _ending: boolean })._ending;
        if (wasOpen && !isOurEnd) doubt();
      });
      return true;
    },
    doubt,
    current: () => (last ? serverName(urls[last.at]!) : null),
  };
}

/**
 * Asks all servers at once and returns the suitable one with the highest timeline. After a higher timeline than the
 * known one, the others have a second: the known one may belong to a replaced primary with a busy successor.
 */
async function askAll(
  urls: readonly string[],
  accepts: Servers['accepts'],
  order: number[],
  known: number,
): Promise<Found> {
  const asked = await settledSoon(
    order.map((at) => probe(urls[at]!, accepts, readTimeline)),
    lastCall,
    ({ timeline }) => known > 0 && timeline > known,
  );
  const found = asked.flatMap((one, n) => (one.status === 'fulfilled' ? [{ at: order[n]!, ...one.value }] : []));
  const [newest] = found.sort((a, b) => b.timeline - a.timeline);
  if (newest) return newest;
  const failures = asked.map((one, n) => ({ url: urls[order[n]!]!, error: (one as PromiseRejectedResult).reason }));
  throw new NoServer(accepts, failures);
}

/** Returns a primary's timeline, which each promotion raises; 0 if hidden. */
async function readTimeline(client: pg.Client): Promise<number> {
  const asked = client.query<{ file: string }>('select pg_walfile_name(pg_current_wal_lsn()) as file');
  return asked.then(
    ({ rows }) => Number.parseInt(rows[0]!.file.slice(0, 8), 16),
    () => 0,
  );
}

interface Probed {
  host: string;
  port: number;
  timeline: number;
}

interface Found extends Probed {
  at: number;
}

/** Throws if the server can't be reached or isn't of the accepted kind. */
async function probe(
  url: string,
  accepts: Servers['accepts'],
  timelineOf: ((client: pg.Client) => Promise<number> | number) | undefined = () => 0,
): Promise<Probed> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'meldekette',
    connectionTimeoutMillis: longestConnect,
    query_timeout: longestConnect,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    if (accepts !== 'any') await refuseUnsuitable(client, accepts);
    const timeline = await timelineOf(client);
    closeSoon(client);
    return { host: client.host, port: client.port, timeline };
  } catch (error) {
    disconnect(client);
    throw error;
  }
}

/** Closes a connection whose server may hang. */
function closeSoon(client: pg.Client): void {
  const timer = setTimeout(() => disconnect(client), longestConnect);
  void client
    .end()
    .catch(() => {})
    .finally(() => clearTimeout(timer));
}

async function refuseUnsuitable(client: pg.Client, accepts: Servers['accepts']): Promise<void> {
  const asked = "select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as fixed";
  const wasFixed = client.query<{ standby: boolean; fixed: boolean }>(asked);
  const { rows } = await wasFixed.catch(async () => {
    await client.query(beforeAnyStatement); // a default prevents statements
    return client.query<{ standby: boolean; fixed: boolean }>(asked);
  });
  const { standby, fixed } = rows[0]!;
  if (standby) throw refused('is a standby');
  if (fixed && accepts === 'read-write') throw refused('is read-only by default');
}

const refused = (message: string) => Object.assign(new Error(message), { code: readOnly });
