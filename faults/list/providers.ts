import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createListOfPeople, draftTo, launchReport, openApi } from '../api.ts';
import { type Fault, ofDelivery, ofLaunches } from '../fault.ts';
import { openSms } from '../sms.ts';
import { countOf, measureHandOver } from './mail-server.ts';

const tarpit: Fault = {
  id: 'F9',
  procedure:
    'For 90 s (short: 40 s), one of two mail servers takes 60 s for each reply. An alarm uses this server, with SMS as the next step.',
  expected: 'All recipients get the SMS. Mails over the other server are as fast as before.',
  invariants: ofLaunches.filter((id) => id !== 'V6'),
  count: { full: 1500, short: 300 },
  waits: true,
  async play(stage) {
    const slow = await stage.mail();
    const fine = await stage.mail({ delay: 5 });
    const sms = await openSms(stage);
    const api = await openApi(stage);
    await stage.worker();
    const [many, few] = [Math.floor(stage.count / 3), Math.floor(stage.count / 6)];
    const before = await stage.rows({ count: many, channelId: fine.channelId, lane: 'normal' });
    await stage.done();
    await slow.sink.behave({ tarpit: 60_000 });
    const begun = performance.now();
    const list = await createListOfPeople(stage, few);
    const mail = await draftTo(stage, slow.channelId, list);
    const { reportId } = await stage.db
      .selectFrom('messages')
      .select('reportId')
      .where('id', '=', mail)
      .executeTakeFirstOrThrow();
    await draftTo(stage, sms.channelId, list, reportId);
    await launchReport(api, reportId);
    await stage.rows({ count: few, channelId: slow.channelId });
    const during = await stage.rows({ count: many, channelId: fine.channelId, lane: 'normal' });
    while ((await countOf(stage, during, 'sent')) < many) await sleep(200);
    while (new Set(sms.smsc.taken.map(({ to }) => to)).size < few && performance.now() - begun < 240_000)
      await sleep(200);
    stage.within('s until all had the SMS', (performance.now() - begun) / 1000, 60);
    const [p95, p95During] = [(await measureHandOver(stage, before)).p95, (await measureHandOver(stage, during)).p95];
    stage.figure('other p95 s before', p95);
    stage.within('other p95 s during', p95During, Math.max(p95 * 1.2, p95 + 0.3));
    await sleep(Math.max(0, (stage.short ? 40_000 : 90_000) - (performance.now() - begun)));
    await slow.sink.behave({});
    await stage.done();
    stage.expect(new Set(sms.smsc.taken.map(({ to }) => to)).size === few, 'somebody had no SMS');
  },
};

const refusedUs: Fault = {
  id: 'F12',
  procedure:
    'For 2 minutes (short: 25 s), the mail server rejects the password (535) and the SMS centre the bind (0x0d). Then both accept them again.',
  expected:
    'Only recipients whose deadline passes fail, and nothing is sent to them. Each channel reports the fault once. In 2 minutes there are at most 12 attempts to sign in, and 16 to bind, because receiving binds too.',
  invariants: ofDelivery.filter((id) => id !== 'V6'),
  count: { full: 600, short: 200 },
  waits: true,
  async play(stage) {
    const { sink, channelId } = await stage.mail({ refuseLogin: true }, { user: 'stab', password: 'geheim' });
    const sms = await openSms(stage);
    sms.smsc.refuseBinds = 0x0d;
    const half = Math.floor(stage.count / 2);
    const mails = await stage.rows({ count: half, channelId });
    const texts = await stage.rows({ count: half, channelId: sms.channelId, address: sms.address });
    const late = await stage.rows({ count: 20, channelId });
    await sql`update message_recipients set valid_until = now() + interval '15 seconds' where message_id = ${late}`.execute(
      stage.db,
    );
    const worker = await stage.worker();
    const seconds = stage.short ? 25 : 120;
    await sleep(seconds * 1000);
    const { logins } = await sink.visits();
    const binds = sms.smsc.binds.length;
    await sink.behave({});
    sms.smsc.refuseBinds = null;
    const begun = performance.now();
    await stage.done();
    stage.figure('s until drained', (performance.now() - begun) / 1000);
    stage.figure('logins', logins.length);
    stage.figure('binds', binds);
    const most = Math.ceil((12 * seconds) / 120) + 10; // including those in transit at the first refusal
    stage.expect(logins.length <= most, `${logins.length} logins in ${seconds} s`);
    stage.expect(binds <= Math.ceil((16 * seconds) / 120) + 1, `${binds} binds in ${seconds} s`);
    for (const message of [mails, texts]) {
      stage.expect((await countOf(stage, message, 'sent', 'delivered')) === half, 'somebody was given up');
    }
    stage.expect((await countOf(stage, late, 'expired')) === 20, 'somebody was sent to after the deadline');
    for (const id of [channelId, sms.channelId]) {
      const said = worker
        .log()
        .split('\n')
        .filter((line) => line.includes('channel_trouble') && line.includes(`"channel":${id},`));
      stage.expect(said.length === 1, `channel ${id} said its trouble ${said.length} times`);
    }
  },
};

const fairness: Fault = {
  id: 'F16',
  procedure:
    'A newsletter runs at the provider’s limit of 50 mails a second. During it, 20 alarms to 20 people each (short: 8 to 10) are launched.',
  expected: 'No alarm waits for the newsletter.',
  invariants: ofDelivery,
  count: { full: 6000, short: 800 },
  async play(stage) {
    const { channelId } = await stage.mail({}, { mailsPerMinute: 3000 });
    await stage.worker();
    const bulk = await stage.rows({ count: stage.count, channelId, lane: 'bulk', validMinutes: 600 });
    await stage.untilTaken(Math.floor(stage.count / 10));
    const rate = async (seconds: number) => {
      const before = await countOf(stage, bulk, 'sent');
      await sleep(seconds * 1000);
      return ((await countOf(stage, bulk, 'sent')) - before) / seconds;
    };
    const undisturbed = await rate(4);
    const [alarms, people] = stage.short ? [8, 10] : [20, 20];
    const messages: number[] = [];
    const sending = (async () => {
      for (let n = 0; n < alarms; n++) {
        messages.push(await stage.rows({ count: people, channelId }));
        await sleep(200 + stage.random() * 600);
      }
    })();
    const disturbed = await rate(alarms * 0.5);
    await sending;
    const openBulk = await countOf(stage, bulk, 'queued', 'retrying');
    for (const id of messages) while ((await countOf(stage, id, 'sent')) < people) await sleep(50);
    const times = await Promise.all(messages.map((id) => measureHandOver(stage, id)));
    stage.within('alarm p95 ms', Math.max(...times.map(({ p95 }) => p95)) * 1000, 2000);
    stage.within('alarm worst ms', Math.max(...times.map(({ worst }) => worst)) * 1000, 2000);
    stage.figure('bulk per s', undisturbed);
    stage.figure('bulk per s during alarms', disturbed);
    stage.expect(openBulk > 0, 'the newsletter was over before the alarms');
    await stage.done(600);
  },
};

/** Faults of one provider while another works, and of one message while another is sent. */
export const providerFaults: readonly Fault[] = [tarpit, refusedUs, fairness];
