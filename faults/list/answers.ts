import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createGroup, createMailingList } from '#testing/factories.ts';
import { type ImapServer, startImapServer } from '#testing/fakes/imap-server.ts';
import { alarmByMail, createListOfPeople, draftTo, launchDraft, openApi } from '../api.ts';
import { type Fault, ofLaunches } from '../fault.ts';
import type { LedgerEntry } from '../smtp-sink.ts';
import { mailSlots, type Stage } from '../stage.ts';

const recordDocument = 'mutation ($id: ID!) { recordAnswer(recipient: $id, option: "1") { _id } }';

const race: Fault = {
  id: 'F33',
  procedure:
    'A group has a stop limit of 5. When the first 5 are asked, 50 answers arrive at once, from them and from others, while two workers send and one of them is killed.',
  expected: 'The limit is reached once, and no answer is lost. Afterwards at most the send slots are sent to.',
  invariants: ofLaunches,
  count: { full: 120, short: 80 },
  async play(stage) {
    const { db } = stage;
    const { channelId } = await stage.mail({ delay: 20 });
    const api = await openApi(stage);
    const workers = [await stage.worker(), await stage.worker()];
    const crowd = await createListOfPeople(stage, stage.count);
    const { rows: people } = await sql<{ id: number }>`
      select person_id as id from mailing_list_people where mailing_list_id = ${crowd} order by 1`.execute(db);
    const group = await createGroup(db, { members: people.map(({ id }) => id) });
    const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 5 }] });
    const message = await draftTo(stage, channelId, list.id);
    // The stand-down notices go out after the limit on purpose.
    await sql`update reports set stand_down = false where id = (select report_id from messages where id = ${message})`.execute(
      db,
    );
    await launchDraft(api, message);
    await stage.untilTaken(5);
    const rows = await db
      .selectFrom('messageRecipients')
      .select('id')
      .where('messageId', '=', message)
      .orderBy('id')
      .limit(50)
      .execute();
    const killed = stage.kill(workers[Math.floor(stage.random() * 2)]!);
    const answers = await Promise.all(rows.map(({ id }) => api.client.send(recordDocument, { id: String(id) })));
    await killed;
    const refused = answers.filter(({ errors }) => errors).length;
    stage.expect(
      refused === 0,
      `${refused} answers were refused: ${JSON.stringify(answers.find((one) => one.errors))}`,
    );
    await stage.done();
    await sleep(2_000);
    const { rows: reached } = await sql<{ at: Date }>`
      select at from log_entries where kind = 'limit_reached' order by id`.execute(db);
    stage.expect(reached.length === 1, `the limit was reached ${reached.length} times`);
    const later = (await stage.taken()).filter(({ at }) => at > (reached[0]?.at.getTime() ?? 0));
    stage.figure('sent after the limit', later.length);
    stage.expect(later.length <= mailSlots, `${later.length} were sent after the limit was reached`);
    const { rows: kept } = await sql<{ n: number }>`select count(*) as n from answers`.execute(db);
    stage.expect(kept[0]!.n === 50, `${kept[0]!.n} of 50 answers are there`);
  },
};

const replyTo = ({ raw }: LedgerEntry) => /^Reply-To:(?:[^<]*<)?([^\s<>]+)/im.exec(raw!)![1]!;

const reply = (mail: LedgerEntry, n: number): string =>
  `From: ${mail.to}\nTo: ${replyTo(mail)}\nSubject: AW: Alarm\nMessage-ID: <${n}@mua.example>\n` +
  `In-Reply-To: <${mail.messageId}>\n\n1\n`;

const replies: Fault = {
  id: 'F36',
  procedure:
    'Each person replies by mail, and each reply is twice in the mailbox. Two workers read it. The connections are cut, and the mailbox is renamed and renamed back. Then another mailbox of the same name replaces it, with the same mails, all unread, under another UIDVALIDITY.',
  expected:
    'Each person has exactly one answer and one reply. The channel reports that the mailbox is missing, and that it is back.',
  invariants: ofLaunches,
  count: { full: 150, short: 30 },
  waits: true,
  async play(stage) {
    const imap = await startImapServer();
    stage.after(() => imap.stop());
    const account = { imapHost: '127.0.0.1', imapPort: imap.port, imapSecure: 'none', imapUser: imap.user };
    const settings = { ...account, imapPassword: imap.password, answerAddress: 'antwort@example.org' };
    const { sink, channelId } = await stage.mail({ keep: true }, settings);
    const api = await openApi(stage);
    await stage.worker();
    await stage.worker();
    await alarmByMail(api, channelId, stage.count);
    await stage.untilTaken(stage.count);
    const mails = (await sink.ledger()).map(reply);
    const cuts = [0.2, 0.6].map((share) => Math.floor(mails.length * (share + stage.random() * 0.2)));
    for (const [n, written] of mails.entries()) {
      imap.deliver(written);
      imap.deliver(written);
      if (cuts.includes(n)) imap.cut();
      if (n === Math.floor(mails.length / 2)) await renamed(imap, stage, channelId);
      if (n % 10 === 0) await sleep(50);
    }
    const [first] = imap.mailboxes.values();
    const again = first!.mails.map((mail, at) => ({ ...mail, uid: at + 1, flags: new Set<string>() }));
    imap.mailboxes.set('INBOX', { uidValidity: 2, uidNext: again.length + 1, mails: again });
    imap.cut();
    await untilRead(imap);
    await untilSorted(stage);
    await stage.done();
    const { rows } = await sql<{ answers: number; people: number; replies: number }>`
      select (select count(*) from answers) as answers, (select count(distinct person_id) from answers) as people,
        (select count(*) from replies) as replies`.execute(stage.db);
    for (const [name, n] of Object.entries(rows[0]!)) {
      stage.expect(n === stage.count, `${n} ${name} instead of ${stage.count}`);
    }
  },
};

async function renamed(imap: ImapServer, { db, expect }: Stage, channelId: number): Promise<void> {
  const trouble = async (wanted: string | null) => {
    for (const end = performance.now() + 90_000; performance.now() < end; await sleep(200)) {
      const { hearingTrouble } = await db
        .selectFrom('channels')
        .select('hearingTrouble')
        .where('id', '=', channelId)
        .executeTakeFirstOrThrow();
      if (hearingTrouble === wanted) return true;
    }
    return false;
  };
  imap.rename('INBOX', 'Archiv');
  imap.cut();
  expect(await trouble('mailbox_missing'), 'nothing was told of the missing mailbox');
  imap.rename('Archiv', 'INBOX');
  expect(await trouble(null), 'nothing was told of the mailbox that came back');
}

async function untilRead(imap: ImapServer): Promise<void> {
  for (const end = performance.now() + 120_000; performance.now() < end; await sleep(100)) {
    if (imap.mailboxes.get('INBOX')!.mails.every(({ flags }) => flags.has('\\Seen'))) return;
  }
  throw new Error('the mailbox was not read');
}

async function untilSorted({ db, expect }: Stage): Promise<void> {
  for (const end = performance.now() + 120_000; performance.now() < end; await sleep(200)) {
    const { rows } = await sql`select 1 from replies where sorted_at is null limit 1`.execute(db);
    if (!rows.length) return;
  }
  expect(false, 'replies were stored, and nobody looked at them');
}

/** Faults around answers. */
export const answerFaults: readonly Fault[] = [race, replies];
