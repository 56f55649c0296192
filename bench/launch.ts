// How long it takes to launch one message to a hundred thousand people: node bench/launch.ts [people]
import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { createLoaders } from '#server/graphql/loaders.ts';
import { sendMessage } from '#server/messages/launch/send.ts';
import { preflight } from '#server/messages/preflight/preflight.ts';
import { createMailingList, createReport } from '#server/testing/factories.ts';
import { createChannel, createDraft } from '#server/testing/messages.ts';
import { startTestServer } from '#server/testing/server.ts';
import { featuresOf, roles } from '#shared/permissions.ts';

const count = Number(process.argv[2] ?? 100_000);
const server = await startTestServer({ ROLES: 'web' });
const { db } = server.app;
await sql`
  with p as (insert into people (first_name, last_name) select 'Person', 'Nummer ' || n from generate_series(1, ${count}) n
    returning id)
  insert into person_data (person_id, key_field_id, value_str)
  select id, 5, '+49151' || lpad(id::text, 8, '0') from p`.execute(db);
const list = await createMailingList(db);
await sql`insert into mailing_list_people (mailing_list_id, person_id) select ${list.id}, id from people`.execute(db);
await sql`analyze`.execute(db);
const channel = await createChannel(db, 'sms');
const report = await createReport(db, { type: 'staff_information' });
const { id } = await createDraft(db, {
  reportId: report.id,
  channelId: channel.id,
  lists: [list.id],
  requestAnswer: true,
});
const { id: userId } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
const viewer = {
  id: userId,
  apiKey: null,
  sessionId: '',
  sessionEndsAt: new Date(),
  roles,
  features: new Set(featuresOf(roles)),
  mustSetUpTotp: false,
  language: 'de',
};
const ctx: Context = { ...server.app, viewer, loaders: createLoaders(db), ip: '' };

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const before = server.app.database.statements.count;
  const start = performance.now();
  await work();
  const seconds = ((performance.now() - start) / 1000).toFixed(2);
  const memory = Math.round(process.memoryUsage.rss() / 1_000_000);
  console.log(`${what}: ${seconds} s, ${server.app.database.statements.count - before} statements, ${memory} MB`);
}

console.log(`${count} people`);
await timed('preflight', () => preflight(ctx, id));
await timed('launch', () => sendMessage(ctx, { id, launchKey: 'bench' }));
const { rows } = await sql<{
  n: number;
}>`select count(*) as n from message_recipients where message_id = ${id}`.execute(db);
console.log(`${rows[0]!.n} recipients on disk`);
await server.stop();
