import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { isOutdated } from '#server/platform/database/newer-release.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { publish } from '#server/platform/live/live.ts';
import { type Sending, seesWorker, sendingOf } from './sending.ts';

/** Whether a process can work. */
type Readiness = 'ok' | 'database' | 'disk' | 'release' | 'listening' | 'sending';

/**
 * The same with sending: `sending` until a worker of this start can send, after a minute without its heartbeat, and
 * while due work isn't claimed.
 */
interface Condition {
  status: Readiness;
  sending: Sending;
}

const patience = 2_000;
const holds = 1_000;
// between two claims, due work may briefly seem unclaimed
const mostLateLooks = 3;
const node = `ready ${randomUUID()}`;

// A full disk only fails operations that need space. This sort exceeds its memory, so PostgreSQL writes a megabyte.
const sortMemory = '64kB';
const sortRows = 30_000;
const noRoom = new Set(['53100', '53400']);

interface ReadinessOptions {
  /** A worker belongs to the same start. */
  hasWorker: boolean;
  /** Milliseconds after which notifications count as lost. */
  deafAfter?: number;
  /** Milliseconds until a newer database is reported: in a rolling update, earlier processes keep answering. */
  outdatedAfter?: number;
  /** The process's uptime in seconds. */
  uptime?: () => number;
}

/** Checks at most once a second, sending every five. */
export function askReadiness(
  app: Pick<App, 'db' | 'live'>,
  { hasWorker, deafAfter = 5 * holds, outdatedAfter = 600_000, uptime = process.uptime }: ReadinessOptions,
): () => Promise<Condition> {
  const hears = hearsItself(app, deafAfter);
  const wasReplaced = isOutdatedFor(app, outdatedAfter);
  let last: Sending = 'ok'; // until the database reports otherwise
  let lateLooks = 0;
  let isStarting = hasWorker;
  const sending = kept(5 * holds, async () => {
    last = await sendingOf(app, uptime()).catch(() => last);
    lateLooks = last === 'late' ? lateLooks + 1 : 0;
  });
  const waitsForWorker = async () => {
    if (isStarting) isStarting = !(await seesWorker(app, uptime()).catch(() => false));
    return isStarting;
  };
  return kept(holds, async () => {
    const status = await readiness(() => workOut(app, { hears, wasReplaced }));
    if (status === 'ok') await Promise.race([sending(), sleep(patience, undefined, { ref: false })]);
    if (!hasWorker || status !== 'ok' || last === 'held') return { status, sending: last };
    if (await waitsForWorker()) return { status: 'sending', sending: 'nobody' };
    const isMissing = last === 'nobody' || lateLooks >= mostLateLooks;
    return { status: isMissing ? 'sending' : status, sending: last };
  });
}

/** Returns whether the database stores data. Checks at most once a second. */
export function askDatabase({ db }: Pick<App, 'db'>): () => Promise<boolean> {
  const ask = kept(holds, () => readiness(() => inTransaction(db, beat).then(() => 'ok' as const)));
  return async () => (await ask()) === 'ok';
}

function kept<T>(time: number, work: () => Promise<T>): () => Promise<T> {
  let asked = Number.NEGATIVE_INFINITY;
  let answer: Promise<T> | undefined;
  return () => {
    if (!answer || performance.now() - asked > time) [asked, answer] = [performance.now(), work()];
    return answer;
  };
}

async function readiness(work: () => Promise<Readiness>): Promise<Readiness> {
  const { promise: deadline, resolve } = Promise.withResolvers<Readiness>();
  const timer = setTimeout(resolve, patience, 'database').unref();
  const found = work().catch((error: { code?: string }) => (noRoom.has(error.code ?? '') ? 'disk' : 'database'));
  return Promise.race([found, deadline]).finally(() => clearTimeout(timer));
}

interface Looks {
  hears(): Promise<boolean>;
  wasReplaced(): Promise<boolean>;
}

async function workOut({ db }: Pick<App, 'db'>, { hears, wasReplaced }: Looks): Promise<Readiness> {
  if (await wasReplaced()) return 'release';
  await inTransaction(db, async (tx) => {
    await beat(tx);
    await sql`select set_config('work_mem', ${sortMemory}, true)`.execute(tx);
    await sql`select count(*) from (select n from generate_series(1, ${sortRows}::int) as n order by n desc) as x`.execute(
      tx,
    );
  });
  return (await hears()) ? 'ok' : 'listening';
}

/** Returns whether the database has been newer than this release for some time. */
function isOutdatedFor({ db }: Pick<App, 'db'>, outdatedAfter: number): () => Promise<boolean> {
  let since: number | null = null;
  return async () => {
    if (!(await isOutdated({ db }))) {
      since = null;
      return false;
    }
    since ??= performance.now();
    return performance.now() - since >= outdatedAfter;
  };
}

/** Returns whether this process receives its notifications. One check sends, a later one expects. */
function hearsItself({ db, live }: Pick<App, 'db' | 'live'>, deafAfter: number): () => Promise<boolean> {
  let toldAt: number | null = null;
  live.watch(`ready:${node}`, () => {
    toldAt = null;
  });
  return async () => {
    toldAt ??= performance.now();
    const isDeaf = performance.now() - toldAt > deafAfter;
    await publish(db, { ready: [node] });
    return !isDeaf;
  };
}

/** Writes the heartbeat, because reads also work on a demoted server; and reads where claims would. */
async function beat(tx: Tx): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(patience)}, true)`.execute(tx);
  await sql`insert into nodes (id) values (${node})
    on conflict (id) do update set heartbeat_at = clock_timestamp()`.execute(tx);
  await sql`select from message_recipients r join messages m on m.id = r.message_id
    where r.status in ${recipientStates.inQueue} limit 1`.execute(tx);
}
