// Compares an alarm to a crowd with many absences and lists of people on duty to the same alarm without these; then measures its
// stop limits' reactions to answers:
//   node bench/duty.ts [--people 100000] [--json]
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { recordAnswer } from '#server/alerting/answers/answers.ts';
import { sendMessage } from '#server/alerting/launch/send.ts';
import { preflight } from '#server/alerting/preflight/preflight.ts';
import { createLoaders } from '#server/api/graphql/loaders.ts';
import type { Context } from '#server/platform/context.ts';
import { featuresOf, roles } from '#shared/permissions.ts';
import { createEvent, createMailingList, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, settle } from '#testing/messages.ts';
import { startTestServer } from '#testing/server.ts';
import { type BenchRow, print, row } from './row.ts';
import { type Timed, timed } from './timed.ts';

const { values } = parseArgs({
  options: { people: { type: 'string', default: '100000' }, json: { type: 'boolean' } },
});
const people = Number(values.people);
const [limited, onDuty, members, asked] = [20, 100, 50, 10];

const server = await startTestServer({ ROLES: 'web' });
const { db } = server.app;

/** Creates a list of everyone, some in groups with a stop limit, and other groups. */
async function createTown(): Promise<{ list: number; first: number }> {
  const { id: list } = await createMailingList(db);
  await sql`
    with p as (insert into people (first_name, last_name) select 'Person', 'Nummer ' || n from generate_series(1, ${people}::int) n
      returning id),
    d as (insert into person_data (person_id, key_field_id, value_str)
      select id, 5, '+49151' || lpad(id::text, 8, '0') from p)
    insert into mailing_list_people (mailing_list_id, person_id)
    select ${list}, id from p order by id offset ${limited * members}`.execute(db);
  const others = Math.floor(people / members) - limited;
  const { rows } = await sql<{ first: number }>`
    with g as (insert into groups (name) select 'Dienst ' || n from generate_series(1, ${limited + onDuty}::int) n returning id),
    numbered as (select id, row_number() over (order by id) as n from g),
    m as (insert into person_groups (group_id, person_id, sort_order)
      select g.id, p.id, p.id from numbered g join (select id, row_number() over (order by id) as n from people) p
        on (p.n - 1) / ${members}::int
          = case when g.n <= ${limited}::int then g.n - 1 else ${limited}::int + g.n % ${others}::int end)
    select min(id) as first from g`.execute(db);
  const { first } = rows[0]!;
  await sql`
    insert into list_groups (mailing_list_id, group_id, sort_order, stop_limit, wait_minutes)
    select ${list}, n, n, ${asked}::int, 5 from generate_series(${first}::int, ${first + limited - 1}::int) n`.execute(
    db,
  );
  return { list, first };
}

/** Creates absences, one in ten current, and groups with people on duty. */
async function createDuties(list: number, first: number): Promise<void> {
  const groups = sql`generate_series(${first + limited}::int, ${first + limited + onDuty - 1}::int) g`;
  await sql`
    insert into absences (person_id, from_at, until_at)
    select id, now() - interval '1 day', now() + interval '1 day' from people where id % 10 = 0
    union all select id, now() + interval '9 days', now() + interval '20 days' from people`.execute(db);
  await sql`
    insert into shifts (group_id, person_id, starts_at, ends_at, every_weeks)
    select g, m.person_id, day + make_interval(hours => 8 * turn), day + make_interval(hours => 8 * turn + 8), 1
    from ${groups} cross join generate_series(0, 2) turn
    cross join generate_series(date_trunc('day', now()::timestamp) - interval '7 days',
      date_trunc('day', now()::timestamp) - interval '1 day', '1 day') day
    cross join lateral (select person_id from person_groups where group_id = g
      order by (sort_order + turn + extract(doy from day)::int) % ${members}::int limit 1) m`.execute(db);
  await sql`
    insert into list_groups (mailing_list_id, group_id, sort_order, on_duty) select ${list}, g, g, true from ${groups}`.execute(
    db,
  );
}

interface Alarm {
  preflight: Timed;
  launch: Timed;
  /** Everyone asked declines, and the next are asked. */
  answers: Timed;
}

async function alarm(ctx: Context, list: number): Promise<Alarm> {
  const { id: reportId } = await createReport(db, { eventId: (await createEvent(db)).id });
  const channelId = (await createChannel(db, 'sms')).id;
  const { id } = await createDraft(db, { reportId, channelId, lists: [list], requestAnswer: true });
  await sql`vacuum analyze`.execute(db);
  const before = await timed(() => preflight(ctx, id));
  const launch = await timed(() => sendMessage(ctx, { id, launchKey: `duty-${id}` }));
  const { rows } = await sql<{ id: number }>`
    select r.id from message_recipients r where r.message_id = ${id} and r.status = 'queued' and r.person_id in (
      select m.person_id from cascades c join cascade_members m on m.cascade_id = c.id
      where c.report_id = ${reportId} and m.asked_at is not null and not m.always)`.execute(db);
  const answers = await timed(async () => {
    await Promise.all(rows.map((one) => recordAnswer(ctx, { recipientId: one.id, option: '2', source: 'link' })));
    await settle(ctx);
  });
  return { preflight: before, launch, answers };
}

async function contextOf(): Promise<Context> {
  const { rows } = await sql<{ id: number; sessionId: string }>`
    insert into sessions (user_id, expires_at) select min(id), now() + interval '1 day' from users
    returning user_id as id, id as session_id`.execute(db);
  const viewer = {
    ...rows[0]!,
    apiKey: null,
    sessionEndsAt: new Date(),
    roles,
    features: new Set(featuresOf(roles)),
    mustSetUpTotp: false,
    language: 'de',
  };
  return { ...server.app, viewer, loaders: createLoaders(db), ip: '' };
}

function rowsOf(name: string, now: Timed, without: Timed): BenchRow[] {
  const of = `${name} of ${people}, many absent and some on duty`;
  return [
    row({ name: of, value: now.seconds, unit: 's', reference: without.seconds, must: { atMost: 1.5 } }),
    row({
      name: `${of}: longest event-loop delay`,
      value: now.stand,
      unit: 'ms',
      must: { atMost: 50 },
      aim: { atMost: 20 },
    }),
  ];
}

try {
  const { list, first } = await createTown();
  const ctx = await contextOf();
  await alarm(ctx, list); // the first run warms up the program
  const without = await alarm(ctx, list);
  await createDuties(list, first);
  const now = await alarm(ctx, list);
  print(
    [
      ...rowsOf('preflight', now.preflight, without.preflight),
      ...rowsOf('launch', now.launch, without.launch),
      ...rowsOf('answers to the stop limits', now.answers, without.answers),
    ],
    values.json,
  );
} finally {
  await server.stop();
}
