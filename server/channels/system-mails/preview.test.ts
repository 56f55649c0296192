import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { systemMailIdentifiers } from '#server/platform/jobs/system-mail-identifiers.ts';
import { placeholdersIn } from '#shared/placeholders.ts';
import { takeMail } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { placeholdersOf, sampleValues } from './samples.ts';
import { systemMailTexts } from './texts.ts';

let server: TestServer;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  administrator = await server.as('administrator');
});
after(() => server.stop());

const query = `query ($identifier: String!, $language: String!, $subject: String, $content: String) {
  previewSystemMail(identifier: $identifier, language: $language, subject: $subject, content: $content) {
    subject text html placeholders unknown missing builtIn { subject content } } }`;
const preview = async (variables: Record<string, string>) =>
  (await administrator.run(query, variables)).previewSystemMail;

test('every mail has a complete preview in both languages', async () => {
  for (const identifier of systemMailIdentifiers) {
    for (const language of ['de', 'en'] as const) {
      const { subject, text, html, unknown } = await preview({ identifier, language });
      assert.deepEqual(unknown, [], `${identifier} ${language}`);
      assert.doesNotMatch(subject + text.replace(/privacy.*|Datenschutz.*/i, ''), /\{\{/);
      assert.ok(html.includes('<html'));
      const known = { ...sampleValues(language), 'user.firstName': '', 'user.lastName': '', link: '' };
      const { content } = systemMailTexts[language][identifier];
      const own = ['now', 'organisation.name', 'privacy.url', 'system.name'];
      const open = placeholdersIn(content).filter((name) => !(name in known) && !own.includes(name));
      assert.deepEqual(open, [], `${identifier} ${language} has no sample`);
      assert.ok(placeholdersIn(content).every((name) => placeholdersOf(identifier).includes(name)));
    }
  }
});

test('previews an unsaved text, and names placeholders that the mail does not fill', async () => {
  const draft = { subject: 'An {{ user.lastName }}', content: '<p onclick="x()">{{ event.name }} {{ link }}</p>' };
  const shown = await preview({ identifier: 'user_approved', language: 'de', ...draft });
  assert.match(shown.subject, /^An Nachname/);
  assert.deepEqual(shown.unknown, ['event.name']);
  assert.match(shown.text, /^– http/);
  assert.doesNotMatch(shown.html, /onclick/);
  const none = await administrator.send(query, { identifier: 'no_such_mail', language: 'de' });
  assert.equal(none.errors![0]!.message, 'error_not_found');
  const foreign = await (await server.as('editor')).send(query, { identifier: 'user_approved', language: 'de' });
  assert.equal(foreign.errors![0]!.message, 'error_forbidden');
});

test('a mail needs its link and only known placeholders; the built-in text is available', async () => {
  const { systemMails } = await administrator.run(
    '{ systemMails(first: 100) { edges { node { id identifier language } } } }',
  );
  const idOf = (identifier: string) =>
    systemMails.edges.find(
      ({ node }: { node: { identifier: string; language: string } }) =>
        node.identifier === identifier && node.language === 'en',
    ).node.id;
  const update = async (identifier: string, values: string) =>
    (
      await administrator.send(`mutation ($id: ID!) { updateSystemMail(input: { id: $id, ${values} }) { subject } }`, {
        id: idOf(identifier),
      })
    ).errors?.[0]?.extensions.fields;
  assert.deepEqual(await update('password_reset', 'content: "No way in"'), { content: 'error_missing_link' });
  assert.deepEqual(await update('password_reset', 'content: "{{ link }} {{ event.name }}"'), {
    content: 'error_unknown_placeholder',
  });
  assert.deepEqual(await update('password_reset', 'subject: "{{ nobody }}"'), { subject: 'error_unknown_placeholder' });
  assert.equal(await update('password_reset', 'content: "Here: {{ link }}"'), undefined);
  assert.equal(await update('user_approved', 'content: "You may come in."'), undefined);
  const shown = await preview({ identifier: 'password_reset', language: 'en', content: 'No way in' });
  assert.deepEqual(shown.missing, ['link']);
  assert.deepEqual(shown.builtIn, systemMailTexts.en.password_reset);
});

test('stores a mail of another name, and again one of its own', async () => {
  const create = (identifier: string) =>
    administrator.send('mutation ($input: CreateSystemMailInput!) { createSystemMail(input: $input) { identifier } }', {
      input: { identifier, language: 'en', subject: 'Subject', content: 'Content' },
    });
  const remove = server.app.db.deleteFrom('systemMails').where('identifier', '=', 'user_approved');
  await remove.where('language', '=', 'en').execute();
  for (const identifier of ['a_mail_of_our_own', 'user_approved'])
    assert.deepEqual((await create(identifier)).data, { createSystemMail: { identifier } });
  assert.equal((await create('user_approved')).errors?.length, 1, 'once in each language');
});

test('a test goes to the own address with the saved text, at most five times a minute', async () => {
  const { db } = server.app;
  const saved = { subject: 'Geändert für {{ user.firstName }}', content: 'Inhalt' };
  const mail = db.updateTable('systemMails').set(saved).where('identifier', '=', 'user_approved');
  await mail.where('language', '=', 'de').execute();
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', administrator.userId!)
    .executeTakeFirstOrThrow();
  const send = () => administrator.send('mutation { testSystemMail(identifier: "user_approved", language: "de") }');
  assert.deepEqual((await send()).data, { testSystemMail: { ok: true } });
  assert.equal((await takeMail(server, email)).subject, 'Test: Geändert für Vorname');
  for (let times = 1; times < 5; times++) assert.equal((await send()).errors, undefined);
  assert.equal((await send()).errors![0]!.message, 'error_too_many_requests');
});
