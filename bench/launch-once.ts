// One launch in a process of its own, for bench/launch.ts, which also runs it in an older copy of the project, so it only uses
// functions of both. Prints its measurements as a line of JSON.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import { sendMessage } from '#server/alerting/launch/send.ts';
import { preflight } from '#server/alerting/preflight/preflight.ts';
import { createLoaders } from '#server/api/graphql/loaders.ts';
import type { Context } from '#server/platform/context.ts';
import { connect } from '#server/platform/database/connect.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { featuresOf, roles } from '#shared/permissions.ts';
import { createMailingList, createReport } from '#testing/factories.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { startTestServer } from '#testing/server.ts';

const count = Number(process.argv[2]);
const dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-bench-'));
const embedded = await startEmbedded({ dir }); // the program's own setup, which flushes commits
process.env['TEST_POSTGRES_URL'] = embedded.url;
const server = await startTestServer({ ROLES: 'web' });
const { db } = server.app;
const patient = connect(server.app.database.url); // unlimited, because the preparation isn't measured
await sql`
  with p as (insert into people (first_name, last_name) select 'Person', 'Nummer ' || n from generate_series(1, ${count}) n
    returning id)
  insert into person_data (person_id, key_field_id, value_str)
  select id, 5, '+49151' || lpad(id::text, 8, '0') from p`.execute(patient.db);
const list = await createMailingList(db);
await sql`insert into mailing_list_people (mailing_list_id, person_id) select ${list.id}, id from people`.execute(
  patient.db,
);
const report = await createReport(db, { type: 'staff_information' });
const channelId = (await createChannel(db, 'sms')).id;
const chosen = { reportId: report.id, channelId, requestAnswer: true };
const { id } = await createDraft(db, { ...chosen, lists: [list.id] });
const again = await createDraft(db, { ...chosen, lists: [list.id] });
const few = await createDraft(db, { ...chosen, people: Array.from({ length: 20 }, (_, at) => at + 1) });
await sql`vacuum analyze`.execute(patient.db);
await sql`checkpoint`.execute(patient.db);
await patient.close();
const session = await sql<{ id: number; sessionId: string }>`
  insert into sessions (user_id, expires_at) select min(id), now() + interval '1 day' from users
  returning user_id as id, id as session_id`.execute(db);
const viewer = {
  ...session.rows[0]!,
  apiKey: null,
  sessionEndsAt: new Date(),
  roles,
  features: new Set(featuresOf(roles)),
  mustSetUpTotp: false,
  language: 'de',
};
const ctx: Context = { ...server.app, viewer, loaders: createLoaders(db), ip: '' };

async function timed(work: () => Promise<unknown>) {
  const stands = monitorEventLoopDelay({ resolution: 1 });
  const before = server.app.database.statements.count;
  stands.enable();
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1000;
  stands.disable();
  return { seconds, stand: stands.max / 1e6, statements: server.app.database.statements.count - before };
}

const alarm = await timed(() => sendMessage(ctx, { id: few.id, launchKey: 'few' }));
const before = await timed(() => preflight(ctx, id));
const launch = await timed(() => sendMessage(ctx, { id, launchKey: 'bench' }));
const second = await timed(() => sendMessage(ctx, { id: again.id, launchKey: 'again' }));
for (const messageId of [id, again.id]) {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from message_recipients where message_id = ${messageId} and status = 'queued'`.execute(db);
  if (rows[0]!.n !== count) throw new Error(`${rows[0]!.n} of ${count} recipients are on disk`);
}
const peak = process.resourceUsage().maxRSS / 1000;
console.log(JSON.stringify({ alarm, preflight: before, launch, second, peak }));
await server.stop();
await embedded.stop();
await rm(dir, { recursive: true, force: true });
