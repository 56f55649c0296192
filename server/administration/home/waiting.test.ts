import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';
import { createEvent, createMessage, createPerson, createReport, createUser } from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import { post, takeMail, tokenIn } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createTypeWithTemplate } from '#testing/situation-reports.ts';
import { until } from '#testing/until.ts';
import { watch } from '#testing/watching.ts';

let server: TestServer;
let db: Db;
before(async () => {
  server = await startTestServer();
  db = server.app.db;
});
after(() => server.stop());

const document = `{ waiting { drafts { title } releases { title } usersToApprove overdueSituationReports { name } } }`;
const titles = (rows: { title: string }[]) => rows.map(({ title }) => title);

test('drafts are the user’s own unsent reports and those with a rejected message', async () => {
  const [editor, other] = [await server.as('editor'), await server.as('editor')];
  const mine = { insertedBy: editor.userId, type: 'staff_information' };
  const withMessage = async (title: string, status: string) => {
    const report = await createReport(db, { ...mine, title });
    await createMessage(db, { reportId: report.id, status });
  };
  await createReport(db, { ...mine, title: 'ohne Nachricht' });
  await withMessage('Entwurf', 'draft');
  await withMessage('abgelehnt', 'rejected');
  await withMessage('versandt', 'sent');
  await createReport(db, { ...mine, title: 'fremd', insertedBy: other.userId });
  await createReport(db, { ...mine, title: 'gelöscht', isActive: false });
  await createReport(db, { ...mine, title: 'archiviert', eventId: (await createEvent(db, { state: 'archived' })).id });
  const { waiting } = await editor.run(document);
  assert.deepEqual(titles(waiting.drafts), ['abgelehnt', 'Entwurf', 'ohne Nachricht']);
});

test('releases wait for users with the right to release, never for the author', async () => {
  const [manager, author, editor] = [
    await server.as('crisis_manager'),
    await server.as('crisis_manager'),
    await server.as('editor'),
  ];
  await createMessage(db, { title: 'wartet', status: 'pending_approval', insertedBy: author.userId });
  await createMessage(db, { title: 'Entwurf', status: 'draft', insertedBy: author.userId });
  assert.deepEqual(titles((await manager.run(document)).waiting.releases), ['wartet']);
  assert.deepEqual((await author.run(document)).waiting.releases, []);
  assert.deepEqual((await editor.run(document)).waiting.releases, []);
});

test('registrations wait for administrators only', async () => {
  await createUser(db, { needApproval: true, isActive: false });
  await createUser(db, { needApproval: true, isActive: false, verifiedAt: null });
  assert.equal((await (await server.as('administrator')).run(document)).waiting.usersToApprove, 1);
  assert.equal((await (await server.as('editor')).run(document)).waiting.usersToApprove, 0);
});

test('a running event is overdue when the time named in its last situation report has passed', async () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const event = async (name: string, state: 'running' | 'finished', ...next: (string | null)[]) => {
    const { id } = await createEvent(db, { name, state });
    for (const [index, nextReport] of next.entries()) {
      const data = JSON.stringify(nextReport ? { nextReport } : {});
      await db
        .insertInto('situationReports')
        .values({ eventId: id, number: index + 1, data })
        .execute();
    }
  };
  await event('überfällig', 'running', at(-5));
  await event('länger überfällig', 'running', at(30), at(-50));
  await event('nachgeholt', 'running', at(-90), at(30));
  await event('beendet', 'finished', at(-5));
  await event('ohne', 'running', null);
  await event('unlesbar', 'running', 'bald', '2026-99-99T99:99:99Z');
  const officer = await server.as('documentation_officer');
  const { waiting } = await officer.run(document);
  const names = waiting.overdueSituationReports.map(({ name }: { name: string }) => name);
  assert.deepEqual(names, ['länger überfällig', 'überfällig']);
  assert.deepEqual((await (await server.as('editor')).run(document)).waiting.overdueSituationReports, []);
});

test('returns nothing waiting when signed out', async () => {
  assert.equal((await (await server.client()).send(document)).errors?.[0]?.message, 'error_unauthenticated');
});

/** Takes steps, each of which has to reach viewers of the start page. */
async function heardBy(client: TestClient, ...steps: (() => Promise<unknown>)[]): Promise<void> {
  const watcher = watch(server, client, 'subscription { runningEventsChanged }');
  await until(async () => watcher.seen.length > 0);
  for (const step of steps) {
    const before = watcher.seen.length;
    await step();
    await until(async () => watcher.seen.length > before);
  }
  watcher.stop();
}

test('an open start page receives registrations', async () => {
  const chief = await server.as('administrator');
  const email = 'wartet@example.org';
  const about = { email, password: 'vier Zebras grasen im Nebel', firstName: 'Nora', lastName: 'Neu' };
  await post(server, '/api/register', about);
  const token = tokenIn(await takeMail(server, email));
  const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  await heardBy(
    chief,
    () => post(server, '/api/verify', { token }),
    () => chief.run('mutation ($id: ID!) { rejectUser(id: $id) }', { id: String(id) }),
  );
});

test('an open start page receives situation reports', async () => {
  const [officer, manager] = [await server.as('documentation_officer'), await server.as('crisis_manager')];
  const event = await createEvent(db, { eventTypeId: (await createTypeWithTemplate(db)).id });
  const create =
    'mutation ($event: ID!) { createSituationReport(input: { event: $event, data: { summary: "ruhig" } }) { id } }';
  const { id } = (await officer.run(create, { event: String(event.id) })).createSituationReport;
  const step = (name: string) => `mutation ($id: ID!) { ${name}SituationReport(id: $id) { status } }`;
  await heardBy(
    manager,
    () => officer.run(step('submit'), { id }),
    () => manager.run(step('approve'), { id }),
  );
});

test('an open start page receives replies', async () => {
  await heardBy(await server.as('crisis_manager'), () => publish(db, { replies: true }));
});

test('an open start page receives when a release is requested, given, refused or obsolete', async () => {
  const [editor, manager] = [await server.as('editor'), await server.as('crisis_manager')];
  const pressRelease = async () => {
    const report = await createReport(db, { type: 'press_release' });
    const people = [(await createPerson(db)).id];
    return String((await createDraft(db, { reportId: report.id, people, insertedBy: editor.userId })).id);
  };
  const send = 'mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { status } }';
  const [first, second, third] = [await pressRelease(), await pressRelease(), await pressRelease()];
  await heardBy(
    manager,
    () => editor.run(send, { id: first, key: 'waits-1' }),
    () => manager.run('mutation ($id: ID!) { rejectMessage(id: $id, reason: "so nicht") { status } }', { id: first }),
    () => editor.run(send, { id: second, key: 'waits-2' }),
    () => editor.run('mutation ($id: ID!) { stopMessage(id: $id) { status } }', { id: second }),
    () => editor.run(send, { id: third, key: 'waits-3' }),
    () => manager.run('mutation ($id: ID!) { releaseMessage(id: $id) { status } }', { id: third }),
  );
});
