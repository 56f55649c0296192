import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Fault, ofDelivery } from '../fault.ts';
import { mailSlots, type Stage } from '../stage.ts';

/** Returns the seconds from the due time until the last recipient's mail was accepted, and the 95th percentile. */
export async function measureHandOver({ db }: Stage, messageId: number): Promise<{ p95: number; worst: number }> {
  const { rows } = await sql<{ p95: number; worst: number }>`
    select percentile_cont(0.95) within group (order by wait)::float8 as p95, max(wait)::float8 as worst
    from (select extract(epoch from r.sent_at - m.launched_at) as wait from message_recipients r
      join messages m on m.id = r.message_id where m.id = ${messageId} and r.sent_at is not null) waits`.execute(db);
  return rows[0]!;
}

/** Returns the number of a message's recipients in these states. */
export async function countOf({ db }: Stage, messageId: number, ...states: string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from message_recipients where message_id = ${messageId} and status = any(${states})`.execute(
    db,
  );
  return rows[0]!.n;
}

const storm: Fault = {
  id: 'F7',
  procedure:
    'The mail server responds with 451 to everything for 3 minutes (short: 20 s): with odd seeds to the sender, with even seeds to each recipient. Then it recovers.',
  expected: 'No recipient fails. While the channel pauses, the server receives at most one connection a second.',
  invariants: ofDelivery,
  count: { full: 1000, short: 200 },
  waits: true,
  async play(stage) {
    const atSender = stage.seed % 2 === 1;
    const { sink, channelId } = await stage.mail(atSender ? { deferSender: true } : { defer: 1 });
    const messageId = await stage.rows({ count: stage.count, channelId });
    await stage.worker();
    const seconds = stage.short ? 20 : 180;
    await sleep(seconds * 1000);
    const { connections } = await sink.visits();
    await sink.behave({});
    const begun = performance.now();
    await stage.done();
    stage.within('s until drained', (performance.now() - begun) / 1000, atSender ? 60 : 100);
    stage.figure('connections', connections.length);
    const rest = connections.filter((at) => at > connections[0]! + 5_000).length;
    if (atSender) stage.expect(rest <= seconds, `${rest} connections in ${seconds} s of rest`);
    stage.expect((await countOf(stage, messageId, 'sent')) === stage.count, 'somebody was given up');
  },
};

const greylisting: Fault = {
  id: 'F8',
  procedure:
    'Greylisting: the mail server rejects each recipient with 451 for 5 minutes (short: 15 s) after the first attempt.',
  expected: 'The alarm reaches all recipients.',
  invariants: ofDelivery,
  count: { full: 500, short: 200 },
  waits: true,
  async play(stage) {
    const seconds = stage.short ? 15 : 300;
    const { channelId } = await stage.mail({ greylist: seconds * 1000 });
    const messageId = await stage.rows({ count: stage.count, channelId });
    await stage.worker();
    await stage.done(600);
    const { worst } = await measureHandOver(stage, messageId);
    stage.within('s until the last', worst, seconds + 100);
    stage.expect((await countOf(stage, messageId, 'sent')) === stage.count, 'somebody was not reached');
  },
};

const midMessage: Fault = {
  id: 'F10',
  procedure: 'The mail server closes the connection in the middle of 5 % of the messages.',
  expected: 'No duplicates.',
  invariants: ofDelivery,
  count: { full: 4000, short: 800 },
  async play(stage) {
    const { channelId } = await stage.mail({ dropDuring: 0.05 });
    const messageId = await stage.rows({ count: stage.count, channelId });
    await stage.worker();
    await stage.done();
    stage.expect((await countOf(stage, messageId, 'sent')) === stage.count, 'somebody was given up');
  },
};

const withoutWord: Fault = {
  id: 'F11',
  procedure: 'The mail server accepts 1 % of the messages and closes the connection before it responds.',
  expected: 'Exactly these messages are duplicated.',
  invariants: ofDelivery,
  count: { full: 3000, short: 800 },
  async play(stage) {
    const { channelId } = await stage.mail({ acceptThenDrop: 0.01 });
    await stage.rows({ count: stage.count, channelId });
    await stage.worker();
    await stage.done();
    const taken = await stage.taken();
    const untold = taken.filter(({ ambiguous }) => ambiguous).length;
    const unconfirmed = await sql<{ n: number }>`
      select count(*) as n from message_recipients where status_reason = 'unconfirmed'`.execute(stage.db);
    stage.figure('without a word', untold);
    stage.expect(untold > 0, 'nothing was taken without a word');
    stage.expect(
      taken.length - stage.count === untold - unconfirmed.rows[0]!.n,
      `${taken.length - stage.count} second copies, ${untold} without a word`,
    );
  },
};

const poison: Fault = {
  id: 'F13',
  procedure:
    'The mail server rejects 2 % with 550. Composing the mail throws for one address, and ends the process, which is restarted, for another. One name has 200,000 letters.',
  expected:
    'The rejected recipients and the two addresses fail, each with its reason. All others are reached. The process dies at most 3 times.',
  invariants: ofDelivery,
  count: { full: 1500, short: 400 },
  waits: true,
  async play(stage) {
    const { channelId } = await stage.mail({ delay: 20 });
    const bad = new Map<number, string>();
    const pick = () => {
      for (;;) {
        const n = Math.floor(stage.random() * stage.count);
        if (!bad.has(n)) return n;
      }
    };
    const refused = Math.ceil(stage.count * 0.02);
    for (let n = 0; n < refused; n++) bad.set(pick(), 'reject');
    bad.set(pick(), 'breaks');
    bad.set(pick(), 'kills');
    // The library builds mails to non-ASCII addresses; all other mails use a template.
    const domain = (kind: string | undefined) =>
      kind === 'breaks' || kind === 'kills' ? 'bücher.example' : 'example.org';
    const address = (n: number) => `person${n}${bad.has(n) ? `+${bad.get(n)}` : ''}@${domain(bad.get(n))}`;
    const content = 'Guten Tag {{person.firstName}} {{person.lastName}}, bitte kommen Sie.';
    const messageId = await stage.rows({ count: stage.count, channelId, content, address });
    await sql`
      update people set first_name = repeat('Ä', 200000) where id = (
        select person_id from message_recipients where message_id = ${messageId} and target_address not like '%+%' order by id
        limit 1)`.execute(stage.db);
    let over = false;
    let deaths = 0;
    const supervise = async () => {
      while (!over) {
        const worker = await stage.worker(['poisoned.ts']);
        await Promise.race([worker.ended.then(() => deaths++), stage.done(400)]);
      }
    };
    const supervising = supervise();
    await stage.done(400);
    over = true;
    await supervising;
    stage.permit(deaths * mailSlots);
    stage.figure('deaths', deaths);
    stage.expect(deaths <= 3, `the process died ${deaths} times`);
    const { rows } = await sql<{ kind: string; reason: string; n: number }>`
      select coalesce(substring(target_address from '[+](.*)@'), 'others') as kind, concat_ws(' ', status, status_reason) as reason,
        count(*) as n from message_recipients where message_id = ${messageId} group by 1, 2 order by 1, 2`.execute(
      stage.db,
    );
    const found = rows.map(({ kind, reason, n }) => `${n} ${kind}: ${reason}`).join(', ');
    const wanted = [
      '1 breaks: failed render_failed',
      '1 kills: failed worker_crashed',
      `${stage.count - refused - 2} others: sent`,
      `${refused} reject: failed address_unknown`,
    ].join(', ');
    stage.expect(found === wanted, `instead of ${wanted} there are ${found}`);
  },
};

/** Faults of mail servers. */
export const mailServerFaults: readonly Fault[] = [storm, greylisting, midMessage, withoutWord, poison];
