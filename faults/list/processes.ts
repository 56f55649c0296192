import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { alarmByMail, openApi } from '../api.ts';
import { type Fault, ofDelivery, ofLaunches } from '../fault.ts';
import { readHistory } from '../history.ts';
import type { Process } from '../process.ts';
import { mailSlots, type Stage } from '../stage.ts';

/** Returns the milliseconds between a time (performance.now) and the next accepted message. */
async function untilNext(stage: Stage, since: number): Promise<number> {
  await stage.untilTaken((await stage.taken()).length + 1);
  return performance.now() - since;
}

const killed: Fault = {
  id: 'F2',
  procedure:
    'After a launch over the API, one of two workers, chosen at random, is killed (SIGKILL) and restarted repeatedly.',
  expected: null,
  invariants: ofLaunches,
  count: { full: 6000, short: 1000 },
  async play(stage) {
    const { channelId } = await stage.mail({ delay: 100 });
    const api = await openApi(stage);
    const kills = stage.short ? 4 : 20;
    const workers: Process[] = [await stage.worker(), await stage.worker()];
    await alarmByMail(api, channelId, stage.count);
    await api.process.end('SIGTERM');
    for (let n = 1; n <= kills; n++) {
      await stage.untilTaken(Math.floor(stage.count * ((n - stage.random() * 0.9) / (kills + 1))));
      const at = Math.floor(stage.random() * 2);
      await stage.kill(workers[at]!);
      workers[at] = await stage.worker();
    }
    const begun = performance.now();
    await stage.done();
    stage.figure('kills', kills);
    stage.figure('s until all through', (performance.now() - begun) / 1000);
    stage.within('s until taken back', (await longestTakenBack(stage)) / 1000, 14);
  },
};

/** Returns the longest time, in milliseconds, that a dead process blocked a recipient. */
async function longestTakenBack(stage: Stage): Promise<number> {
  const own = Map.groupBy(await readHistory(stage.db), ({ recipient }) => recipient);
  const times = [...own.values()].flatMap((steps) =>
    steps.flatMap(({ was, became, at }, n) =>
      was === 'sending' && became === 'queued' ? [at.getTime() - steps[n - 1]!.at.getTime()] : [],
    ),
  );
  return Math.max(0, ...times);
}

const bothKilled: Fault = {
  id: 'F3',
  procedure: 'Both workers are killed at once. After 20 s without a worker, two are started.',
  expected: null,
  invariants: ofDelivery,
  count: { full: 4000, short: 600 },
  async play(stage) {
    const { channelId } = await stage.mail({ delay: 50 });
    const workers = [await stage.worker(), await stage.worker()];
    await stage.rows({ count: stage.count, channelId });
    await stage.untilTaken(Math.floor(stage.count * (0.2 + stage.random() * 0.4)));
    await Promise.all(workers.map((worker) => stage.kill(worker)));
    await sleep(20_000);
    const begun = performance.now();
    const next = untilNext(stage, begun);
    await Promise.all([stage.worker(), stage.worker()]);
    stage.within('s until sending again', (await next) / 1000, 15);
    await stage.done();
  },
};

const frozen: Fault = {
  id: 'F6',
  procedure:
    'A worker is stopped (SIGSTOP) for 15 s, with every second seed for 60 s, while another continues. Then it resumes (SIGCONT).',
  expected:
    'No result is recorded under an old claim of the stopped worker (part of V3). At most its send slots are duplicated.',
  invariants: ofDelivery.filter((id) => id !== 'V10'),
  count: { full: 4000, short: 600 },
  waits: true,
  async play(stage) {
    const { channelId } = await stage.mail({ delay: 50 });
    const sleeper = await stage.worker();
    await stage.rows({ count: stage.count, channelId });
    await stage.untilTaken(Math.floor(stage.count * (0.1 + stage.random() * 0.3)));
    process.kill(sleeper.pid, 'SIGSTOP');
    stage.permit(mailSlots);
    const begun = performance.now();
    await stage.worker();
    await sleep(Math.max(0, (stage.seed % 2 || stage.short ? 15_000 : 60_000) - (performance.now() - begun)));
    process.kill(sleeper.pid, 'SIGCONT');
    await stage.done();
    await sleep(4_000); // the paused process's pending output
  },
};

const shared: Fault = {
  id: 'F17',
  procedure: '1, 2 and 4 workers do the same work on one database.',
  expected: 'No duplicates and no marks. Each of two workers does at least a fifth.',
  invariants: ofDelivery,
  count: { full: 4500, short: 1800 },
  async play(stage) {
    const { channelId } = await stage.mail({ delay: 5 });
    const workers: Process[] = [];
    const rates: number[] = [];
    for (const many of [1, 2, 4]) {
      while (workers.length < many) workers.push(await stage.worker());
      const messageId = await stage.rows({ count: Math.floor(stage.count / 3), channelId });
      const begun = performance.now();
      await stage.done();
      rates.push(stage.count / 3 / ((performance.now() - begun) / 1000));
      stage.figure(`per s with ${many}`, rates.at(-1)!);
      if (many === 2) stage.expect((await smallestShare(stage, messageId)) >= 0.2, 'one of two workers did nearly all');
    }
    stage.within('1 to 2 workers, of 1.5', 1.5 / (rates[1]! / rates[0]!), 1);
    stage.expect((await marked(stage)) === 0, 'somebody is marked as possibly doubled');
  },
};

const marked = async ({ db }: Stage): Promise<number> =>
  (await sql<{ n: number }>`select count(*) as n from message_recipients where maybe_duplicate`.execute(db)).rows[0]!.n;

async function smallestShare({ db }: Stage, messageId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from message_recipients where message_id = ${messageId} group by owner`.execute(db);
  const counts = rows.map(({ n }) => n);
  return counts.length < 2 ? 0 : Math.min(...counts) / counts.reduce((sum, n) => sum + n, 0);
}

const asked: Fault = {
  id: 'F18',
  procedure: 'A worker is terminated (SIGTERM) under load repeatedly, and another continues.',
  expected: 'No duplicates and no marks. Each worker ends with code 0 within 30 s.',
  invariants: ofDelivery,
  count: { full: 6000, short: 800 },
  async play(stage) {
    const { channelId } = await stage.mail({ delay: 50 });
    await stage.rows({ count: stage.count, channelId });
    const times = stage.short ? 3 : 15;
    let longest = 0;
    let next = await stage.worker();
    for (let n = 1; n <= times; n++) {
      const worker = next;
      await stage.untilTaken(Math.floor((stage.count * (n - stage.random())) / (times + 1)));
      next = await stage.worker();
      const begun = performance.now();
      const code = await worker.end('SIGTERM');
      longest = Math.max(longest, performance.now() - begun);
      stage.expect(code === 0, `asked to end, a worker ended with ${code}: ${worker.log().slice(-300)}`);
    }
    await stage.done();
    stage.figure('times', times);
    stage.figure('longest end s', longest / 1000);
    stage.expect(longest < 30_000, `an end took ${longest / 1000} s`);
    stage.expect((await marked(stage)) === 0, 'somebody is marked as possibly doubled');
  },
};

/** Faults of processes. */
export const processFaults: readonly Fault[] = [killed, bothKilled, frozen, shared, asked];
