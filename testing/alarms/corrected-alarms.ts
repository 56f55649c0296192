import { sql } from 'kysely';
import { type Claimed, claimRecipients } from '#server/alerting/delivery/queue/claim.ts';
import { findDue } from '#server/alerting/delivery/queue/due.ts';
import { recordResults } from '#server/alerting/delivery/results.ts';
import { type AttemptOutcome, failed, sent } from '#server/alerting/delivery/retry.ts';
import { advanceMessages, launchDue } from '#server/alerting/launch/advance-messages.ts';
import { messageContents } from '#server/channels/rendering/content.ts';
import { renderMessage } from '#server/channels/rendering/render.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createPerson, createReport } from '../factories.ts';
import { createChannel, createDraft, setUndoSeconds } from '../messages.ts';
import { startTestServer, type TestClient, type TestServer } from '../server.ts';

const send = (manager: TestClient, report: number) =>
  manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: String(report),
    key: `corrected-${report}`,
  });
const follow = `mutation ($report: ID!) {
  createFollowUp(report: $report, kind: CORRECTION) { _id messages { edges { node { _id } } } } }`;

interface Departure {
  person: number;
  report: number;
  channel: number;
  /** How many corrections had left at the claim. */
  known: number;
  text: string;
  subject: string;
  arrived: boolean;
}

let count = 0;

/** Starts the program without a worker: the test decides each outcome. */
export async function startCorrectedAlarms() {
  const server = await startTestServer({ ROLES: 'web' });
  const { db } = server.app;
  const manager = await server.as('crisis_manager');
  await setUndoSeconds(db, 0);
  const { id: mail } = await createChannel(db, 'email');
  // a fallback for people without mail
  const { id: sms } = await createChannel(db, 'sms', { settings: JSON.stringify({ provider: 'sms-gateway' }) });
  const raise = (size: number) => raiseAlarm({ server, db, manager, mail }, size);
  return { server, db, mail, sms, raise };
}

interface Place {
  server: TestServer;
  db: Db;
  manager: TestClient;
  mail: number;
}

/** An alarm with the texts of its corrections. */
async function raiseAlarm({ server, db, manager, mail }: Place, size: number) {
  const people: number[] = [];
  while (people.length < size)
    people.push((await createPerson(db, { mobile: `+4915177${String(++count).padStart(6, '0')}` })).id);
  const { id: eventId } = await createEvent(db);
  const texts = { title: 'ALARM: Brand', content: 'Treffpunkt: Haus 0' };
  const { id: report } = await createReport(db, { eventId, ...texts });
  await createDraft(db, { reportId: report, channelId: mail, people, requestAnswer: true, ...texts });
  await send(manager, report);
  const left: Departure[] = [];
  const corrections: number[] = [];
  const contents = messageContents(db);
  const record = recordResults(
    server.app,
    { id: 'test' },
    () => {},
    () => false,
  );
  const handOver = async (claimed: Claimed, outcome: AttemptOutcome, known: number) => {
    const content = await contents(claimed.messageId, claimed.correctionId);
    const { subject, text } = renderMessage(content, claimed, server.app);
    const { personId, reportId, channelId } = claimed;
    const arrived = outcome.status === 'sent';
    left.push({ person: personId!, report: reportId, channel: channelId, known, text, subject, arrived });
    await record({ ...outcome, recipient: claimed });
  };
  return {
    report,
    people,
    left,
    corrections,
    /** Sends due messages up to a number; mails fail without an address. */
    async deliver(most: number, fails: (person: number, channel: number) => boolean) {
      const due = (await findDue(db, 1000)).map((one) => ({ ...one, count: most }));
      const known = corrections.length;
      for (const claimed of due.length ? await claimRecipients(db, { id: 'test' }, due) : []) {
        const isLost = fails(claimed.personId!, claimed.channelId);
        await handOver(claimed, isLost ? failed('address_unknown') : sent({ externalId: `row-${++count}` }), known);
      }
    },
    async clock() {
      await sql`update follow_up_watches set due_at = clock_timestamp() where due_at < 'infinity'`.execute(db);
      await Promise.all([advanceMessages(server.app), advanceMessages({ ...server.app })]);
      await launchDue(server.app);
    },
    /** Corrects the newest text, once received. */
    async correct() {
      const newest = corrections.at(-1) ?? report;
      const { data } = await manager.send(follow, { report: String(newest) });
      if (!data?.createFollowUp) return;
      const { _id, messages } = data.createFollowUp;
      const content = `Treffpunkt: Haus ${corrections.length + 1}`;
      for (const { node } of messages.edges)
        await manager.run('mutation ($input: UpdateMessageInput!) { updateMessage(input: $input) { id } }', {
          input: { id: String(node._id), content },
        });
      await send(manager, _id);
      corrections.push(_id);
    },
  };
}
