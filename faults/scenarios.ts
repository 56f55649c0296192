import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect, type Database, type Db } from '#server/database/connect.ts';
import type { TestApp } from '#server/testing/app.ts';
import { createMailChannel, createRecipients } from '#server/testing/deliveries.ts';
import { type Audit, audit, untilDone, untilTaken } from './audit.ts';
import { seeded } from './random.ts';
import { type Sink, startSink } from './sink.ts';
import type { SinkModes } from './smtp-sink.ts';
import { startWorkerProcess, type WorkerProcess } from './worker.ts';

/** One run of a scenario: so many mails, on a database and to a mail server of its own. */
export interface Trial {
  app: Pick<TestApp, 'database'>;
  count: number;
  seed: number;
}

const slots = 10;

interface Scene {
  sink: Sink;
  database: Database;
  messageId: number;
  worker(): Promise<WorkerProcess>;
  finish(seconds: number): Promise<Audit>;
}

/** Sends a message to so many people over a channel and answers its number. */
export type Launch = (db: Db, channelId: number, count: number) => Promise<number>;

const insertRows: Launch = async (db, channelId, count) =>
  (await createRecipients(db, { count, channelId, lane: 'alarm' })).messageId;

/** Sets the scene, plays, and checks what must hold whatever happened: everybody reached once, copies marked. */
async function play(
  trial: Trial,
  modes: SinkModes,
  act: (scene: Scene) => Promise<Audit>,
  launch: Launch = insertRows,
): Promise<Audit> {
  const sink = await startSink({ ...modes, seed: trial.seed });
  const database = connect(trial.app.database.url, () => undefined, 4);
  const workers: WorkerProcess[] = [];
  try {
    const channelId = await createMailChannel(database.db, sink.port, { maxConnections: slots });
    const messageId = await launch(database.db, channelId, trial.count);
    const result = await act({
      sink,
      database,
      messageId,
      async worker() {
        const process = await startWorkerProcess(database.db, database.url);
        workers.push(process);
        return process;
      },
      async finish(seconds) {
        await untilDone(database.db, messageId, seconds);
        return audit(database.db, sink, messageId);
      },
    });
    const { recipients, byStatus, lost, unmarked } = result;
    assert.deepEqual(byStatus, { sent: trial.count }, `seed ${trial.seed}`);
    assert.deepEqual(
      { recipients, lost, unmarked },
      { recipients: trial.count, lost: 0, unmarked: 0 },
      `seed ${trial.seed}`,
    );
    return result;
  } finally {
    await Promise.all(workers.map((worker) => worker.end('SIGKILL')));
    await database.close();
    await sink.stop();
  }
}

/** The process is killed in the middle, again and again, and started anew each time. */
export function killed(trial: Trial, kills: number, launch?: Launch): Promise<Audit> {
  const random = seeded(trial.seed);
  const moments = Array.from({ length: kills }, () => Math.floor(trial.count * (0.05 + random() * 0.85))).sort(
    (a, b) => a - b,
  );
  const act = async ({ sink, worker, finish }: Scene) => {
    for (const moment of moments) {
      const process = await worker();
      await untilTaken(sink, moment);
      await process.end('SIGKILL');
    }
    await worker();
    const result = await finish(120);
    assert.ok(result.duplicates <= kills * slots, `${result.duplicates} duplicates after ${kills} kills`);
    assert.ok(result.marked <= kills * slots, `${result.marked} marked after ${kills} kills`);
    return result;
  };
  return play(trial, {}, act, launch);
}

/** Two processes on one database. */
export function shared(trial: Trial): Promise<Audit> {
  return play(trial, { delay: 5 }, async ({ worker, finish, database, messageId }) => {
    await sql`update message_recipients set try_at = now() + interval '1 hour' where message_id = ${messageId}`.execute(
      database.db,
    );
    await Promise.all([worker(), worker()]);
    await sql`update message_recipients set try_at = now() where message_id = ${messageId}`.execute(database.db);
    const result = await finish(120);
    assert.equal(result.duplicates, 0);
    assert.equal(result.marked, 0);
    assert.equal(result.byOwner.length, 2);
    assert.ok(Math.min(...result.byOwner) > trial.count / 5, `shares ${result.byOwner.join(' and ')}`);
    return result;
  });
}

/** The mail server ends connections in the middle of messages: nobody gets two. */
export function cut(trial: Trial): Promise<Audit> {
  return play(trial, { dropDuring: 0.05 }, async ({ worker, finish }) => {
    await worker();
    const result = await finish(120);
    assert.equal(result.duplicates, 0);
    return result;
  });
}

/** The mail server takes messages without saying so: exactly those come twice. */
export function untold(trial: Trial): Promise<Audit> {
  return play(trial, { acceptThenDrop: 0.01 }, async ({ worker, finish }) => {
    await worker();
    const result = await finish(120);
    assert.ok(result.ambiguous > 0);
    assert.equal(result.duplicates, result.ambiguous);
    return result;
  });
}

/** The process is asked to end under load, and another goes on. */
export function asked(trial: Trial, times: number): Promise<Audit> {
  const random = seeded(trial.seed);
  return play(trial, { delay: 2 }, async ({ sink, worker, finish }) => {
    for (let n = 1; n <= times; n++) {
      const process = await worker();
      await untilTaken(sink, Math.floor((trial.count * (n - random())) / (times + 1)));
      const begun = performance.now();
      assert.equal(await process.end('SIGTERM'), 0, process.log());
      assert.ok(performance.now() - begun < 30_000);
    }
    await worker();
    const result = await finish(120);
    assert.deepEqual([result.duplicates, result.marked], [0, 0]);
    return result;
  });
}

/** The process stands still, as a paused machine does, loses its recipients to another, and wakes up again. */
export function frozen(trial: Trial): Promise<Audit> {
  return play(trial, { delay: 2 }, async ({ sink, worker, finish, database, messageId }) => {
    const sleeper = await worker();
    await untilTaken(sink, Math.floor(trial.count / 4));
    process.kill(sleeper.pid, 'SIGSTOP');
    await worker();
    await finish(120);
    process.kill(sleeper.pid, 'SIGCONT');
    await sleep(4_000);
    const result = await audit(database.db, sink, messageId);
    assert.ok(result.duplicates <= slots, `${result.duplicates} duplicates`);
    assert.ok(result.marked <= slots, `${result.marked} marked`);
    return result;
  });
}

/** PostgreSQL is killed in the middle; it comes back and so does everything else, by itself. */
export function databaseKilled(trial: Trial, killDatabase: () => Promise<void>, kills: number): Promise<Audit> {
  return play(trial, { delay: 2 }, async ({ sink, worker, finish }) => {
    const process = await worker();
    for (let n = 1; n <= kills; n++) {
      await untilTaken(sink, Math.floor((trial.count * n) / (kills + 1)));
      await killDatabase();
      await sleep(500);
    }
    const result = await finish(120);
    assert.ok(result.duplicates <= kills * slots, `${result.duplicates} duplicates`);
    assert.equal(await process.end('SIGTERM'), 0, process.log());
    return result;
  });
}
