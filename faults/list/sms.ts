import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { FakeSmsc } from '#testing/fakes/smsc.ts';
import { type Fault, ofDelivery, withoutKey } from '../fault.ts';
import { openGateway } from '../gateway.ts';
import { openSms, type SmsPost } from '../sms.ts';
import { type Stage, slots } from '../stage.ts';

/** The status words that an SMS center reports, in the correct order. */
const courses = [
  ['ENROUTE', 'DELIVRD'],
  ['ACCEPTD', 'DELIVRD', 'UNDELIV'],
  ['ENROUTE', 'UNDELIV'],
  ['EXPIRED'],
  [],
] as const;
const outcomes: Record<string, string> = { DELIVRD: 'delivered', UNDELIV: 'failed', EXPIRED: 'expired' };

/** Reports on accepted messages: before the submit response or later, in any order, some twice. */
function reporting(
  { smsc, untold }: SmsPost,
  random: () => number,
): { all(): Promise<unknown>; courseOf(to: string): string[] } {
  const chosen = new Map<string, string[]>();
  const under: Promise<unknown>[] = [];
  const courseOf = (to: string) => {
    const course = chosen.get(to) ?? [...courses[Math.floor(random() * courses.length)]!];
    chosen.set(to, course);
    return course;
  };
  smsc.before = async ({ id, to }) => {
    const course = courseOf(to);
    // A center never retracts a delivery; all other reports may come in any order.
    const words = random() < 0.5 ? course : [...course].reverse();
    const told = async () => {
      for (const word of words) for (let n = random() < 0.3 ? 2 : 1; n > 0; n--) await smsc.report(id, word);
    };
    if (random() < 0.3 && !untold.has(id)) return void (await told());
    under.push(sleep(random() * 3000).then(told));
  };
  return { courseOf, all: () => Promise.all(under) };
}

const receipts: Fault = {
  id: 'F14',
  procedure:
    'The SMS centre throttles 3 of 10 messages (0x58) and doesn’t respond to 1 of 100 that it accepts. Its receipts arrive before or after the response, twice, and in reverse order.',
  expected:
    'Each recipient ends with the state of its most advanced receipt. Only messages accepted without a response leave receipts unmatched.',
  invariants: withoutKey,
  count: { full: 300, short: 80 },
  waits: true,
  async play(stage) {
    const sms = await openSms(stage);
    const { smsc, untold, channelId, address } = sms;
    const { courseOf, all } = reporting(sms, stage.random);
    smsc.mood = ({ id }) => {
      const lot = stage.random();
      if (lot < 0.3) return { status: 0x58 };
      if (lot >= 0.31) return null;
      untold.add(id);
      return 'silence';
    };
    const messageId = await stage.rows({ count: stage.count, channelId, address });
    await stage.worker();
    await stage.done(600);
    await all();
    await sleep(4_000); // until waiting receipts are settled
    const { rows } = await sql<{ to: string; status: string; reason: string | null; id: string | null }>`
      select target_address as "to", status, status_reason as reason, external_id as id from message_recipients
      where message_id = ${messageId}`.execute(stage.db);
    const wrong = rows.filter(({ to, status, id }) => {
      const course = courseOf(to);
      // If a center reports both, the message is delivered; of several failures, the first received one counts.
      const last = course.includes('DELIVRD') ? 'DELIVRD' : course.at(-1);
      const known = id !== null && !untold.has(id);
      const furthest = known ? (outcomes[last ?? ''] ?? 'sent') : 'sent';
      return status !== furthest && !(course.includes('UNDELIV') && course.includes('DELIVRD') && status === 'failed');
    });
    for (const { to, status } of wrong.slice(0, 3))
      stage.find('expected', `${to} is ${status} after ${courseOf(to).join()}`);
    await noOrphans(stage, untold);
    stage.figure('without an answer', untold.size);
  },
};

async function noOrphans({ db, expect, figure }: Stage, untold: ReadonlySet<string>): Promise<void> {
  const { rows } = await sql<{ id: string }>`select distinct external_id as id from receipts`.execute(db);
  const orphans = rows.filter(({ id }) => !untold.has(id));
  figure('reports left over', rows.length);
  expect(orphans.length === 0, `${orphans.length} reports are left over of messages that were answered`);
}

/** Cuts the connection at some submissions, before or after acceptance, and returns the number of cuts. */
function cutting(smsc: FakeSmsc, stage: Stage, untold: Set<string>): () => number {
  let cuts = 0;
  smsc.mood = ({ id }) => {
    const lot = stage.random();
    if (lot >= 0.02) return null;
    cuts++;
    stage.permit(slots); // including other pending messages of this link
    if (lot < 0.01) return 'cutBefore';
    untold.add(id);
    return 'cutAfter';
  };
  return () => cuts;
}

const linkCut: Fault = {
  id: 'F35',
  procedure:
    'The link to the SMS centre is cut between a submission and its response: at 1 % before it is taken, at 1 % after.',
  expected: null,
  invariants: withoutKey,
  count: { full: 600, short: 150 },
  waits: true,
  async play(stage) {
    const { smsc, untold, channelId, address } = await openSms(stage);
    const cuts = cutting(smsc, stage, untold);
    await stage.rows({ count: stage.count, channelId, address });
    await stage.worker();
    await stage.done(600);
    stage.figure('cuts', cuts());
    stage.expect(cuts() > 0, 'nothing was cut');
  },
};

const tooMany: Fault = {
  id: 'F15',
  procedure:
    'An HTTP gateway rejects some requests with 429 and Retry-After, once as 7 seconds, once as a date in 12 seconds, while it accepts others. At the end it requests a pause of a day.',
  expected: 'Only requests already being sent arrive before that time. No recipient waits for more than 15 minutes.',
  invariants: ofDelivery,
  count: { full: 600, short: 120 },
  waits: true,
  async play(stage) {
    const gateway = await openGateway(stage);
    const at = (share: number) => Math.floor(stage.count * share);
    gateway.refuse(at(0.2 + stage.random() * 0.1), 7, 'seconds');
    gateway.refuse(at(0.5 + stage.random() * 0.2), 12, 'date');
    await stage.rows({ count: stage.count, channelId: gateway.channelId, address: gateway.address });
    const worker = await stage.worker();
    await stage.done();
    stage.figure('refused', gateway.refused());
    stage.figure('too early', gateway.tooEarly());
    stage.expect(gateway.refused() >= 2, 'nothing was refused');
    stage.expect(gateway.tooEarly() === 0, `${gateway.tooEarly()} requests came before the time`);
    gateway.refuse(0, 86_400, 'seconds');
    const last = await stage.rows({ count: 1, channelId: gateway.channelId, address: () => '+4915299999999' });
    const wait = async () => {
      const { rows } = await sql<{ seconds: number | null }>`
        select extract(epoch from try_at - now())::float8 as seconds from message_recipients
        where message_id = ${last} and status = 'retrying'`.execute(stage.db);
      return rows[0]?.seconds ?? 0;
    };
    for (const end = performance.now() + 60_000; (await wait()) === 0 && performance.now() < end; ) await sleep(100);
    const seconds = await wait();
    stage.figure('longest wait s', seconds);
    stage.expect(seconds > 600 && seconds <= 900, `asked for a day, it waits for ${seconds} s`);
    await worker.end('SIGTERM');
    await sql`update message_recipients set try_at = now() where message_id = ${last}`.execute(stage.db);
    await stage.worker();
    await stage.done();
  },
};

/** Faults of SMS providers. */
export const smsFaults: readonly Fault[] = [receipts, linkCut, tooMany];
