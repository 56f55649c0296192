import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { openSession } from '#server/accounts/sessions.ts';
import { appendAudit } from '#server/api/audit/audit.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createPerson, createSnippet, createUser } from '#testing/factories.ts';
import { get } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { fewestStatements } from '#testing/statements.ts';

let server: TestServer;
let db: Db;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  administrator = await server.as('administrator', 'contact_manager', 'documentation_officer');
});
after(() => server.stop());

const user = 'firstName email roles image { contentUrl }';
const fill = {
  users: async () => {
    const { id } = await createUser(db, { roles: ['editor'] });
    for (let n = 0; n < 2; n++) await openSession(server.app, id, { userAgent: 'Browser' });
  },
  apiKeys: async (n: number) => {
    const insertedBy = (await createUser(db, { roles: ['editor'] })).id;
    const keyHash = Buffer.from(`hash ${n}`);
    await db
      .insertInto('apiKeys')
      .values({ name: 'x', prefix: `p${n}`, keyHash, scopes: [], insertedBy })
      .execute();
  },
  webhooks: async (n: number) => {
    const values = { name: `${n}`, url: 'https://x.example/', eventTypes: [], secret: Buffer.alloc(0) };
    const insertedBy = administrator.userId!;
    const { id } = await db
      .insertInto('webhooks')
      .values({ ...values, insertedBy })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (let m = 0; m < 2; m++) {
      await db.insertInto('webhookDeliveries').values({ webhookId: id, type: 'x', data: '{}' }).execute();
    }
  },
  uploads: async () => {
    const insertedBy = (await createUser(db)).id;
    const columns = JSON.stringify([{ header: 'E-Mail', target: 'email_business', samples: ['a@example.org'] }]);
    const { id: uploadId } = await db
      .insertInto('uploads')
      .values({ status: 'applied', fileName: 'x.csv', columns, insertedBy })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (let line = 2; line < 4; line++) {
      const person = { personId: (await createPerson(db)).id, name: 'x' };
      const changes = JSON.stringify({ firstName: { before: null, after: 'x' } });
      await db
        .insertInto('uploadRows')
        .values({ uploadId, line, outcome: 'updated', ...person, changes })
        .execute();
    }
  },
  situationReports: async (n: number) => {
    const [insertedBy, approvedBy] = [(await createUser(db)).id, (await createUser(db)).id];
    const before = await db.selectFrom('situationReports').select('id').orderBy('id', 'desc').executeTakeFirst();
    const { id: situationReportId } = await db
      .insertInto('situationReports')
      .values({
        eventId: event,
        number: n,
        status: 'distributed',
        insertedBy,
        approvedBy,
        previousId: before?.id ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const personId = (await createPerson(db)).id;
    await db.insertInto('situationReportMails').values({ situationReportId, personId }).execute();
  },
  auditEntries: async (n: number) => {
    const by = (await createUser(db)).id;
    const line = { by, action: 'update', type: 'Location', rowId: n, label: 'x', before: {}, after: {} } as const;
    await db.transaction().execute((tx) => appendAudit(tx, line));
  },
};
let event = 0;

const lists: Record<keyof typeof fill, () => string> = {
  users: () => `users(first: 50) { edges { node {
    ${user} isBase totpEnabled isInvited sessions { id userAgent isCurrent } } } }`,
  apiKeys: () => `apiKeys(first: 50) { edges { node { name effectiveScopes insertedBy { ${user} } } } }`,
  webhooks: () => 'webhooks(first: 50) { edges { node { name lastDelivery { status response } } } }',
  uploads: () => `uploads(first: 50) { edges { node {
    status columns { samples } insertedBy { ${user} } rows(first: 5) { name person { lastName } changes } } } }`,
  situationReports: () => `situationReports(event: ${event}, first: 50) { edges { node {
    number changedFields event { name } insertedBy { ${user} } approvedBy { ${user} } submittedBy { ${user} }
    previous { number } mailed { total } } } }`,
  auditEntries: () => `auditEntries(first: 50, type: "Location") { edges { node { label before by { ${user} } } } }`,
};

for (const [name, list] of Object.entries(lists)) {
  test(`${name}: many rows take as many statements as two`, async () => {
    event ||= (await createEvent(db)).id;
    const cost = async () => {
      const ask = () => administrator.run(`{ ${list()} }`);
      return { rows: (await ask())[name].edges.length, statements: await fewestStatements(server, ask) };
    };
    for (let n = 1; n <= 2; n++) await fill[name as keyof typeof fill](n);
    const few = await cost();
    for (let n = 3; n <= 12; n++) await fill[name as keyof typeof fill](n);
    const many = await cost();
    assert.ok(few.rows >= 2 && many.rows >= few.rows + 10, `${few.rows} ${many.rows}`);
    assert.ok(few.statements > 0);
    assert.equal(many.statements, few.statements);
  });
}

test('an administration list as CSV takes as many statements for many rows as for two', async () => {
  const add = async (n: number) => {
    const type = await db
      .insertInto('snippetTypes')
      .values({ name: `Art ${n}`, identifier: `kind_${n}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await createSnippet(db, { snippetTypeId: type.id });
  };
  const cost = async () => {
    const ask = () => get(server, '/api/v2/snippets.csv', administrator.token);
    return { rows: (await ask()).text.split('Art ').length, statements: await fewestStatements(server, ask) };
  };
  for (let n = 1; n <= 2; n++) await add(n);
  const few = await cost();
  for (let n = 3; n <= 12; n++) await add(n);
  const many = await cost();
  assert.equal(many.rows, few.rows + 10);
  assert.equal(many.statements, few.statements);
});
