import { setTimeout as sleep } from 'node:timers/promises';
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss';
import type { ProcessRole } from '#server/platform/connection-shares.ts';
import type { Database, Db, Tx } from '#server/platform/database/connect.ts';
import { createLimiter } from '#server/platform/limiter.ts';
import { type Live, publish } from '#server/platform/live/live.ts';
import type { Logger } from '#server/platform/log.ts';
import { startLoop } from '#server/platform/nodes/loop.ts';
import { type JobData, type Queue, queues, schedules } from './queues.ts';

/** The handlers of queues. Errors cause a retry, so handlers must be idempotent. */
export type Handlers = { [Q in Queue]: (data: JobData[Q], id: string) => Promise<void> };

/** Persistent background jobs. Messages aren't among them. */
export interface Jobs {
  /** Adds jobs within the caller's transaction; they start after its commit. */
  enqueue<Q extends Queue>(db: Db | Tx, queue: Q, ...data: JobData[Q][]): Promise<void>;
  /** Starts working on all queues. */
  work(handlers: Handlers): Promise<void>;
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

// seconds between two turns of pg-boss's own scheduler
const pollEvery = 15;

// milliseconds: new jobs start with their notification; this finds repetitions and scheduled jobs
const lookEvery = 10_000;

// seconds: `dueQueues` looks for all queues with one statement instead
const ownPolls = 600;

// seconds: no job depends on another one
const dependentsEvery = 600;

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
    schedule: works,
    cronWorkerIntervalSeconds: pollEvery,
    flowIntervalSeconds: dependentsEvery,
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
  const ends: (() => Promise<void> | void)[] = [];
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
    async work(handlers) {
      const workers = new Map<string, string>();
      for (const queue of Object.keys(queues) as Queue[]) {
        const options = {
          batchSize: 10,
          burstWhenBatchFull: true,
          pollingIntervalSeconds: ownPolls,
          perJobResults: true,
        } as const;
        const run = handlers[queue] as (data: object, id: string) => Promise<void>;
        const id = await boss.work<object, unknown, typeof options>(queue, options, (jobs) =>
          settle(log, queue, jobs, run),
        );
        workers.set(queue, id);
        ends.push(
          live.watch('jobs', () => boss.notifyWorker(id)),
          () => boss.offWork(queue),
        );
      }
      const looking = startLoop(log, 'jobs', [lookEvery, lookEvery], async () => {
        const { rows } = await inTurn(() => database.pool.query<{ name: string }>(dueQueues, [[...workers.keys()]]));
        for (const { name } of rows) boss.notifyWorker(workers.get(name)!);
      });
      ends.push(looking.stop);
      const known = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
      for (const { queue, cron } of schedules) if (known.get(queue) !== cron) await boss.schedule(queue, cron);
      // of an earlier release
      const former = [...known.keys()].filter(
        (name) => name in queues && !schedules.some(({ queue }) => queue === name),
      );
      for (const name of former) await boss.unschedule(name);
    },
    rest,
    async stop() {
      await rest();
      await boss.stop({ timeout: 2000 });
    },
  };
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
