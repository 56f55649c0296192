import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Api, openApi } from '../api.ts';
import { type Fault, ofRushes } from '../fault.ts';
import { signalPostgres } from '../postgres.ts';
import { judgeRush, openRush, type Rush } from '../rush.ts';
import { mailSlots, type Stage } from '../stage.ts';

const answered = 'Each answer is stored in the end, and the board has it once.';

interface Scene {
  stage: Stage;
  api: Api;
  rush: Rush;
}

/** Lets a crowd answer and calls `meanwhile` at this many random times of the rush. */
async function during(stage: Stage, times: number, meanwhile: (scene: Scene) => Promise<void>): Promise<void> {
  const { channelId } = await stage.mail({ delay: 5 });
  const api = await openApi(stage);
  await stage.worker();
  const rush = await openRush(api, channelId, stage.count);
  const moments = Array.from({ length: times }, (_, n) => ((n + stage.random()) / times) * 0.9 * stage.count);
  let isOver = false;
  const disturbing = (async () => {
    for (const moment of moments) {
      while (rush.times.length < moment && !isOver) await sleep(10);
      await meanwhile({ stage, api, rush });
    }
  })();
  await rush.everyone().finally(() => {
    isOver = true;
  });
  await disturbing;
  await stage.done();
  stage.figure('times', times);
  await judgeRush(api, rush);
}

const webKilled: Fault = {
  id: 'R1',
  procedure:
    'While many people answer, the web process is killed (SIGKILL) and restarted repeatedly. A person without a confirmation sends the same form again.',
  expected: answered,
  invariants: ofRushes,
  count: { full: 3000, short: 120 },
  play: (stage) =>
    during(stage, stage.short ? 2 : 8, async ({ api }) => {
      await api.process.end('SIGKILL');
      await api.again();
    }),
};

const workerKilled: Fault = {
  id: 'R2',
  procedure:
    'While many people answer and the alarm is still being sent, the worker is killed (SIGKILL) and restarted repeatedly.',
  expected: answered,
  invariants: ofRushes,
  count: { full: 3000, short: 200 },
  play: (stage) =>
    during(stage, stage.short ? 2 : 8, async () => {
      await stage.kill(stage.processes.at(-1)!);
      await stage.worker();
    }),
};

const databaseKilled: Fault = {
  id: 'R3',
  procedure: 'While many people answer, PostgreSQL and all of its processes are killed (SIGKILL) repeatedly.',
  expected: `${answered} Requests during the outage get 503 and a time to retry.`,
  invariants: ofRushes,
  count: { full: 3000, short: 150 },
  killsDatabase: true,
  play: (stage) =>
    during(stage, stage.short ? 2 : 6, async () => {
      stage.permit(mailSlots);
      await signalPostgres(stage.postgres!, 'SIGKILL');
    }),
};

/**
 * Makes 1 of 20 answers fail the commit of its group, with a PostgreSQL random seed; a retry of the same answer may
 * succeed.
 */
async function failingCommits({ db }: Stage): Promise<void> {
  await sql`create sequence faults_failed`.execute(db);
  await sql`
    create function faults_fail() returns trigger language plpgsql as $$
    begin
      if random() < 0.05 then
        perform nextval('faults_failed');
        raise exception 'this commit fails';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger faults_fail after insert on answers deferrable initially deferred
    for each row execute function faults_fail()`.execute(db);
}

const commitFails: Fault = {
  id: 'R4',
  procedure:
    'One answer of 20 makes the commit of its whole group fail. PostgreSQL repeatedly closes the connections of groups in the middle of their transaction.',
  expected: answered,
  invariants: ofRushes,
  count: { full: 3000, short: 200 },
  async play(stage) {
    const { db } = stage;
    await failingCommits(stage);
    let cuts = 0;
    await during(stage, stage.short ? 5 : 40, async () => {
      // A group runs only for milliseconds.
      for (let n = 0; n < 200; n++) {
        const { rows } = await sql`
          select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
            and pid <> pg_backend_pid() and xact_start is not null and query ~* 'answers'`.execute(db);
        cuts += rows.length;
        if (rows.length) return;
        await sleep(5);
      }
    });
    const { rows } = await sql<{ n: number }>`
      select case when is_called then last_value else 0 end as n from faults_failed`.execute(db);
    stage.figure('commits that failed', rows[0]!.n);
    stage.figure('connections cut', cuts);
    stage.expect(rows[0]!.n > 0, 'no commit failed');
    stage.expect(cuts > 0, 'no connection was cut');
  },
};

const databaseStands: Fault = {
  id: 'R5',
  procedure:
    'While many people answer, all processes of PostgreSQL are stopped (SIGSTOP) for 30 s (short: 20 s) and resumed (SIGCONT).',
  expected: `${answered} Requests during the outage get 503 and a time to retry within 18 s. 15 s after the outage, answers are stored again.`,
  invariants: ofRushes.filter((id) => id !== 'V5'),
  count: { full: 3000, short: 150 },
  killsDatabase: true,
  async play(stage) {
    await during(stage, 1, async ({ api, rush }) => {
      // A worker that loses its database releases its claims.
      stage.permit(mailSlots);
      await signalPostgres(stage.postgres!, 'SIGSTOP');
      const begun = performance.now();
      const length = stage.short ? 20_000 : 30_000;
      const unknown = `${api.process.url}/a/aaaaaaaaaaaaaaaaaaaaaa`;
      const page = await fetch(unknown, { signal: AbortSignal.timeout(length) }).catch(() => null);
      stage.within('s until 503', (performance.now() - begun) / 1000, 18);
      stage.expect(page?.status === 503, `while it stood a page answered ${page?.status}`);
      stage.expect(Number(page?.headers.get('retry-after')) > 0, 'it did not say when to come again');
      await sleep(Math.max(0, length - (performance.now() - begun)));
      const before = rush.times.length;
      await signalPostgres(stage.postgres!, 'SIGCONT');
      const awake = performance.now();
      while (rush.times.length === before && rush.times.length < stage.count) await sleep(20);
      stage.within('s until taken again', (performance.now() - awake) / 1000, 15);
    });
  },
};

/** Faults of processes and of the database during a rush of answers. */
export const rushFaults: readonly Fault[] = [webKilled, workerKilled, databaseKilled, commitFails, databaseStands];
