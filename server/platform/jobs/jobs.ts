import { setTimeout as sleep } from 'node:timers/promises';
import { fromKysely, type Job, type JobResult, PgBoss, systemClock } from 'pg-boss';
import type { ProcessRole } from '#server/platform/connection-shares.ts';
import type { Database, Db, Tx } from '#server/platform/database/connect.ts';
import { createLimiter } from '#server/platform/limiter.ts';
import { type Live, publish } from '#server/platform/live/live.ts';
import type { Logger } from '#server/platform/log.ts';
import { type Loop, type Pause, startLoop } from '#server/platform/nodes/loop.ts';
import { steadyPace, type WorkPace } from '#server/platform/nodes/work-pace.ts';
import { type JobData, type Queue, queues } from './queues.ts';
import { dueJobs } from './schedule.ts';

/** The handlers of queues. Errors cause a retry, so handlers must be idempotent. */
export type Handlers = { [Q in Queue]: (data: JobData[Q], id: string) => Promise<void> };

/** Persistent background jobs. Messages aren't among them. */
export interface Jobs {
  /** Adds jobs within the caller's transaction; they start after its commit. */
  enqueue<Q extends Queue>(db: Db | Tx, queue: Q, ...data: JobData[Q][]): Promise<void>;
  /** Starts working on all queues, and adds the repeated jobs. */
  work(handlers: Handlers, pace?: WorkPace): Promise<void>;
  /** Stops working; waits at most ten seconds for running jobs. Jobs can still be added. */
  rest(): Promise<void>;
  stop(): Promise<void>;
}

interface Parts {
  database: Database;
  live: Live;
  log: Logger;
  roles: readonly ProcessRole[];
}

// an upload takes a minute; a stopping process has half of one
const longestRest = 10_000;

// milliseconds: new jobs start with their notification; this finds repetitions
const lookEvery = 10_000;

// milliseconds between two additions of repeated jobs
const addEvery = 60_000;

// seconds: `dueQueues` looks for all queues with one statement instead
const ownPolls = 600;

// seconds between two looks of pg-boss for work that this program doesn't have: jobs that depend on others, and changes of its tables
// after its start. Queues change at a start only.
const rarely = 600;

// seconds until a job of a killed worker is found, after its time for work has passed (15 minutes)
const supervision = 300;

// milliseconds: pg-boss reports running jobs every 2 seconds, which nothing listens to
const shortestInterval = 60_000;
const clock = {
  ...systemClock,
  setInterval: (work: () => void, time: number) => systemClock.setInterval(work, Math.max(time, shortestInterval)),
};

// queues share few connections, because one each would cost PostgreSQL more than their work
const statementsAtOnce = 2;

// the condition of pg-boss's own statement, which uses the same index
const dueQueues = `
  select q.name from unnest($1::text[]) as q (name) where exists (
    select from pgboss.job j
    where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now())`;

/** Prepares the queues (pg-boss on our own pool, in its own database schema `pgboss`). */
export async function startJobs({ database, live, log, roles }: Parts): Promise<Jobs> {
  const works = roles.includes('worker');
  const inTurn = createLimiter(statementsAtOnce, Number.POSITIVE_INFINITY);
  const boss = new PgBoss({
    db: { executeSql: (text, values) => inTurn(() => database.pool.query(text, values as unknown[])) },
    supervise: works,
    superviseIntervalSeconds: supervision,
    monitorIntervalSeconds: supervision,
    schedule: false, // `dueJobs` instead: evaluating cron expressions took a third of the processor time of a resting worker
    flowIntervalSeconds: rarely,
    bamIntervalSeconds: rarely,
    queueCacheIntervalSeconds: rarely,
    clock,
  });
  boss.on('error', (error) =>
    log.warn({ event: 'jobs_error', error: error.name, code: (error as { code?: string }).code }),
  );
  boss.on('warning', ({ message }) => log.warn({ event: 'jobs_warning', message }));
  await boss.start();
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const [queue, options] of Object.entries(queues)) {
    const stored = known.get(queue);
    if (!stored) await boss.createQueue(queue, options);
    else if (!isSame(stored, options)) await boss.updateQueue(queue, options);
  }
  const ends: (() => Promise<void>)[] = [];
  const rest = async () => {
    const ended = Promise.all(ends.splice(0).map((end) => end())).then(() => true);
    const isOver = await Promise.race([ended, sleep(longestRest, false, { ref: false })]);
    if (!isOver) log.warn({ event: 'jobs_unfinished' });
  };
  return {
    async enqueue(db, queue, ...data) {
      if (data.length === 0) return;
      await boss.insert(
        queue,
        data.map((item) => ({ data: item })),
        { db: fromKysely(db.withoutPlugins()) },
      );
      await publish(db, { jobs: true });
    },
    async work(handlers, pace = steadyPace) {
      const { begin, end } = workersOf(boss, log, handlers);
      const look = async () => {
        const { rows } = await inTurn(() => database.pool.query<{ name: Queue }>(dueQueues, [Object.keys(queues)]));
        await Promise.all(rows.map(({ name }) => begin(name)));
      };
      const looking = pace.loop(log, 'jobs', [lookEvery, lookEvery], look, { isWatched: true, isIndependent: true });
      const add = async (queue: Queue, id: string) => void (await boss.insert(queue, [{ id, data: {} }]));
      const adding = addRepeatedJobs(log, add, looking.wake);
      const unwatch = live.watch('jobs', looking.wake);
      ends.push(async () => {
        unwatch();
        await Promise.all([looking.stop(), adding.stop()]);
        await end();
      });
      // of an earlier release, whose workers add the repeated jobs themselves
      for (const { name, key } of await boss.getSchedules()) await boss.unschedule(name, key);
    },
    rest,
    async stop() {
      await rest();
      await boss.stop({ timeout: 2000 });
    },
  };
}

/** Begins to work on a queue with its first due job: each worker of pg-boss asks its queue at its start. */
function workersOf(boss: PgBoss, log: Logger, handlers: Handlers) {
  const workers = new Map<Queue, Promise<string>>();
  const start = (queue: Queue) => {
    const options = {
      batchSize: 10,
      burstWhenBatchFull: true,
      pollingIntervalSeconds: ownPolls,
      perJobResults: true,
    } as const;
    const run = handlers[queue] as (data: object, id: string) => Promise<void>;
    return boss.work<object, unknown, typeof options>(queue, options, (jobs) => settle(log, queue, jobs, run));
  };
  return {
    async begin(queue: Queue) {
      const known = workers.get(queue);
      const worker = known ?? start(queue);
      workers.set(queue, worker);
      if (known) boss.notifyWorker(await known);
      else await worker;
    },
    async end() {
      await Promise.all([...workers.keys()].map((queue) => boss.offWork(queue)));
    },
  };
}

/** Adds the repeated jobs. Returns to a job that it couldn't add. */
function addRepeatedJobs(log: Logger, add: (queue: Queue, id: string) => Promise<void>, added: () => void): Loop {
  let since = Date.now() - addEvery;
  let isBehind = false;
  const pauses = (): Pause => (isBehind ? [lookEvery, lookEvery] : [addEvery, addEvery]);
  return startLoop(log, 'repeated_jobs', pauses, async () => {
    const now = Date.now();
    const due = dueJobs(Math.min(since, now), now); // the clock may be put back
    isBehind = true;
    for (const { queue, id } of due) await add(queue, id);
    [since, isBehind] = [now, false];
    if (due.length) added();
  });
}

const isSame = (stored: object, options: object): boolean =>
  Object.entries(options).every(([name, value]) => (stored as Record<string, unknown>)[name] === value);

async function settle(
  log: Parts['log'],
  queue: Queue,
  jobs: Job<object>[],
  run: (data: object, id: string) => Promise<void>,
): Promise<JobResult[]> {
  const results: JobResult[] = [];
  for (const { id, data } of jobs) {
    const fault = await run(data, id).then(
      () => null,
      ({ name, code, reason }: Error & { code?: string; reason?: string }) => ({ name, code, reason }),
    );
    if (fault) log.warn({ event: 'job_failed', queue, job: id, ...fault });
    results.push(fault ? { id, status: 'failed', output: fault } : { id, status: 'completed' });
  }
  return results;
}
