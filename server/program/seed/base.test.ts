import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { emailSettings } from '#server/channels/from-environment.ts';
import { systemMailIdentifiers } from '#server/platform/jobs/system-mail-identifiers.ts';
import { empty } from '#testing/database.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { seed } from './seed.ts';

let server: TestServer;

before(async () => {
  server = await startTestServer(
    { ROLES: 'web', SMTP_URL: 'smtp://alarm%40example.org:geheim%21@mail.example.org' },
    empty,
  );
});
after(() => server.stop());

const nodes = (connection: { edges: { node: Record<string, unknown> }[] }) => connection.edges.map(({ node }) => node);

test('a fresh installation has types, menus with icons, data types and mails in both languages', async () => {
  const administrator = await server.as('administrator');
  const data = await administrator.run(`{
    sideMenus { edges { node { identifier type iconEncoded } } }
    eventStatuses { edges { node { identifier } } }
    personDataTypes(first: 100) { edges { node { _id identifier isDefaultField isPrivate } } }
    systemMails(first: 100) { edges { node { identifier language subject content } } }
    reportTypes { edges { node { identifier icon { contentUrl } whiteIcon { contentUrl } } } }
  }`);
  const pages = nodes(data.sideMenus).filter(({ type }) => type !== 'separator');
  assert.equal(pages.length, 8);
  for (const { iconEncoded } of pages) assert.match(String(iconEncoded), /^data:image\/svg\+xml;base64,/);
  assert.deepEqual(
    nodes(data.eventStatuses).map(({ identifier }) => identifier),
    ['draft', 'published', 'archived'],
  );
  const types = nodes(data.personDataTypes);
  assert.deepEqual(
    types.map(({ _id }) => _id),
    Array.from({ length: 18 }, (_, n) => n + 1),
  );
  assert.deepEqual(
    types.filter(({ isDefaultField }) => isDefaultField).map(({ _id }) => _id),
    [1, 5, 8, 15],
  );
  const mails = nodes(data.systemMails);
  assert.equal(mails.length, 2 * systemMailIdentifiers.length);
  for (const mail of mails) assert.ok(mail['subject'] && mail['content'], String(mail['identifier']));
  const icon = nodes(data.reportTypes)[0] as { icon: { contentUrl: string }; whiteIcon: { contentUrl: string } };
  for (const { contentUrl } of [icon.icon, icon.whiteIcon]) {
    const response = await fetch(server.url + contentUrl);
    assert.equal(response.headers.get('content-type'), 'image/svg+xml');
    assert.match(await response.text(), /^<svg /);
  }
});

test('a second start changes neither edited nor switched-off rows', async () => {
  const { db } = server.app;
  // as after another order of the side menu
  await db.updateTable('sideMenus').set({ identifier: '015_events' }).where('identifier', '=', '020_events').execute();
  await db.updateTable('reportTypes').set({ name: 'Alarm' }).where('identifier', '=', 'activation').execute();
  await db.updateTable('groupTypes').set({ isActive: false }).where('identifier', '=', 'on_call').execute();
  const count = async () => {
    const tables = [
      ...([
        'files',
        'reportTypes',
        'groupTypes',
        'sideMenus',
        'channels',
        'users',
        'personDataTypes',
        'people',
      ] as const),
    ];
    const counts = tables.map((table) =>
      db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirst(),
    );
    return Promise.all(counts);
  };
  const before = await count();
  const { firstPassword } = await seed(server.app, { demo: false });
  assert.equal(firstPassword, null);
  assert.deepEqual(await count(), before);
  const type = await db
    .selectFrom('reportTypes')
    .select('name')
    .where('identifier', '=', 'activation')
    .executeTakeFirst();
  assert.equal(type?.name, 'Alarm');
});

test('numbers data types of administrators after the fixed ones', async () => {
  const added = await server.app.db
    .insertInto('personDataTypes')
    .values({ name: 'Funkrufname', identifier: 'call_sign', fieldType: 'text' })
    .returning('id')
    .executeTakeFirstOrThrow();
  assert.equal(added.id, 19);
});

test('a configured mail server becomes a channel with a sealed password', async () => {
  const channel = await server.app.db
    .selectFrom('channels')
    .selectAll()
    .where('identifier', '=', 'email')
    .executeTakeFirstOrThrow();
  assert.deepEqual(channel.settings, {
    host: 'mail.example.org',
    port: 587,
    secure: 'starttls',
    user: 'alarm@example.org',
    from: 'alarm@example.org',
  });
  assert.ok(channel.secrets && !channel.secrets.includes('geheim'));
});

test('parses the parts of a mail server address', () => {
  assert.deepEqual(emailSettings('smtps://mail.example.org', 'Krisenstab <alarm@example.org>').settings, {
    host: 'mail.example.org',
    port: 465,
    secure: 'tls',
    from: 'Krisenstab <alarm@example.org>',
  });
  assert.deepEqual(emailSettings('smtp://relay.local:2525', undefined), {
    settings: { host: 'relay.local', port: 2525, secure: 'none', from: 'meldekette@relay.local' },
    hidden: null,
  });
});

test('completes an e-mail channel that was never configured and leaves a configured one alone', async () => {
  const { db } = server.app;
  const read = () => db.selectFrom('channels').selectAll().where('identifier', '=', 'email').executeTakeFirstOrThrow();
  await db
    .updateTable('channels')
    .set({ settings: '{}', secrets: null, isActive: false })
    .where('identifier', '=', 'email')
    .execute();
  await seed(server.app, { demo: false });
  const completed = await read();
  assert.equal(completed.isActive, true);
  assert.ok(completed.secrets);
  await db.updateTable('channels').set({ isActive: false }).where('identifier', '=', 'email').execute();
  await seed(server.app, { demo: false });
  assert.equal((await read()).isActive, false);
});
