import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createListOfPeople, draftTo } from '../api.ts';
import { wrongClock } from '../clock.ts';
import { type Fault, ofDelivery } from '../fault.ts';
import { startLossyLine } from '../lossy.ts';
import { startWorkerProcess } from '../process.ts';
import { mailSlots } from '../stage.ts';
import { countOf, measureHandOver } from './mail-server.ts';

const packetLoss: Fault = {
  id: 'F31',
  procedure:
    'The line to the mail server has a delay of 50 ms in each direction and loses every tenth packet. Later packets wait for its retransmission, as with TCP. A proxy does this, because not every kernel has netem.',
  expected: 'All recipients are reached once. A concurrent alarm to 60 people is handed over within 3 s (p95).',
  invariants: ofDelivery,
  count: { full: 1500, short: 250 },
  waits: true,
  async play(stage) {
    const { sink, channelId } = await stage.mail();
    const line = await startLossyLine(
      { host: '127.0.0.1', port: sink.port },
      { delay: 50, loss: 0.1, random: stage.random },
    );
    stage.after(() => line.stop());
    await sql`update channels set settings = jsonb_set(settings, '{port}', to_jsonb(${line.port}::int))
      where id = ${channelId}`.execute(stage.db);
    await stage.worker();
    const many = await stage.rows({ count: stage.count - 60, channelId, lane: 'normal' });
    await stage.untilTaken(10);
    const alarm = await stage.rows({ count: 60, channelId });
    await stage.done(400);
    stage.figure('packets lost', line.lost);
    stage.within('alarm p95 s', (await measureHandOver(stage, alarm)).p95, 3);
    const sent = (await countOf(stage, many, 'sent')) + (await countOf(stage, alarm, 'sent'));
    stage.expect(sent === stage.count, `${stage.count - sent} were not reached`);
    stage.expect((await stage.taken()).length === stage.count, 'somebody got it twice');
    stage.expect(line.lost > 0, 'nothing was lost on the line');
  },
};

const steps = [30, -30, 0];

const clocks: Fault = {
  id: 'F22',
  procedure:
    'The clock of one worker is an hour fast, that of another an hour slow. While they send, the clock of the database is set 30 s ahead, then 60 s back, then right again (libfaketime). A message is scheduled for a time in between.',
  expected:
    'All recipients are reached. A step ahead makes running workers look dead for a moment, so at most their send slots are duplicated, and marked. The scheduled message is sent once.',
  invariants: ofDelivery,
  count: { full: 3000, short: 500 },
  killsDatabase: true,
  setsClock: true,
  async play(stage) {
    const { db, url } = stage;
    const { channelId } = await stage.mail({ delay: 50 });
    for (const by of ['+1h', '-1h']) stage.watch(await startWorkerProcess(db, url, { environment: wrongClock(by) }));
    const planned = await draftTo(stage, channelId, await createListOfPeople(stage, 20));
    await sql`
      update messages set status = 'scheduled', send_at = clock_timestamp() + interval '15 seconds' where id = ${planned}`.execute(
      db,
    );
    const messageId = await stage.rows({ count: stage.count, channelId });
    for (const [n, by] of steps.entries()) {
      await stage.untilTaken(Math.floor((stage.count * (n + 0.5 + stage.random() * 0.5)) / (steps.length + 1)));
      const before = await skew(stage.db);
      stage.permit(2 * mailSlots);
      await stage.clock!.set(by);
      await isSet(stage.db, before);
    }
    const begun = performance.now();
    await isLaunched(stage.db, planned);
    await stage.done(300);
    stage.within('s until all through', (performance.now() - begun) / 1000, 100);
    stage.expect((await countOf(stage, messageId, 'sent')) === stage.count, 'somebody was not reached');
    stage.expect((await countOf(stage, planned, 'sent')) === 20, 'what was planned did not reach all');
  },
};

type Db = Parameters<Fault['play']>[0]['db'];

/** Returns the milliseconds by which the database clock is ahead of this process. */
async function skew(db: Db): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]!.now.getTime() - Date.now();
}

async function isSet(db: Db, before: number): Promise<void> {
  for (const end = performance.now() + 15_000; performance.now() < end; await sleep(100))
    if (Math.abs((await skew(db)) - before) > 20_000) return;
  throw new Error('the clock of the database could not be set');
}

async function isLaunched(db: Db, id: number): Promise<void> {
  for (const end = performance.now() + 120_000; performance.now() < end; await sleep(100)) {
    const { rows } = await sql`select from messages where id = ${id} and launched_at is not null`.execute(db);
    if (rows.length) return;
  }
  throw new Error('what was planned was not launched');
}

/** Faults of networks and clocks. */
export const lineAndClockFaults: readonly Fault[] = [clocks, packetLoss];
