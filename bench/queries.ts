// Runs every query of the API over many people and recipients, in four states of the database's statistics:
//   node bench/queries.ts [--people 20000] [--all] [--json]
// none: never analyzed; empty queue: analyzed before anything was sent; full queue: analyzed with all recipients waiting; old
// snapshot: all of them changed while a dump holds their old state. The best of three; --all prints all queries.
import { parseArgs } from 'node:util';
import {
  execute,
  type GraphQLField,
  GraphQLObjectType,
  getNamedType,
  isLeafType,
  isRequiredArgument,
  parse,
} from 'graphql';
import { sql } from 'kysely';
import pg from 'pg';
import { sendMessage } from '#server/alerting/launch/send.ts';
import { createLoaders } from '#server/api/graphql/loaders.ts';
import type { Context } from '#server/platform/context.ts';
import { schema } from '#server/program/schema.ts';
import { featuresOf, roles } from '#shared/permissions.ts';
import { createEvent, createGroup, createMailingList, createReport } from '#testing/factories.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { startTestServer } from '#testing/server.ts';
import { print, row } from './row.ts';

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '20000' },
    all: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const count = Number(values.people);
const longest = 500;
const server = await startTestServer({ ROLES: 'web' });
const { db } = server.app;
await sql`do $$ declare t text; begin
  for t in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'public' loop
    execute 'alter table ' || t || ' set (autovacuum_enabled = false)';
  end loop; end $$`.execute(db);
await sql`analyze`.execute(db); // as after migrations: small tables have statistics, empty ones as empty

const filled = await sql<{ id: number }>`
  with p as (insert into people (first_name, last_name) select 'Person', 'Menge ' || n from generate_series(1, ${count}) n
    returning id)
  insert into person_data (person_id, key_field_id, value_str)
  select id, 1, 'menge.' || id || '@example.org' from p returning person_id as id`.execute(db);
const group = await createGroup(db, { name: 'Menge', members: [] });
await sql`insert into person_groups (group_id, person_id) select ${group.id}, id from people`.execute(db);
const list = await createMailingList(db);
await sql`insert into mailing_list_people (mailing_list_id, person_id) select ${list.id}, id from people`.execute(db);
const event = await createEvent(db);
const report = await createReport(db, { eventId: event.id, type: 'staff_information' });
const channel = await createChannel(db, 'email');
const message = await createDraft(db, {
  reportId: report.id,
  channelId: channel.id,
  lists: [list.id],
  requestAnswer: true,
});
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
const context = (): Context => ({ ...server.app, viewer, loaders: createLoaders(db), ip: '' });

const ids: Record<string, number> = {
  Event: event.id,
  Group: group.id,
  MailingList: list.id,
  Message: message.id,
  Person: filled.rows[0]!.id,
  Report: report.id,
  User: viewer.id,
};
const capital = (name: string) => name[0]!.toUpperCase() + name.slice(1);

function argumentsOf(field: GraphQLField<unknown, unknown>, owner: string, search: string | null): string {
  const given = field.args.flatMap((argument): string[] => {
    const { name, type } = argument;
    const kind = getNamedType(type).name;
    if (name === 'first') return ['first: 50'];
    if (name === 'search')
      return search || isRequiredArgument(argument) ? [`search: ${JSON.stringify(search ?? 'a')}`] : [];
    if (kind === 'String' && isRequiredArgument(argument)) return [`${name}: "a"`];
    const id = ids[name === 'id' ? owner : capital(name)];
    if (kind === 'ID' && (id !== undefined || isRequiredArgument(argument))) return [`${name}: "${id ?? 1}"`];
    return [];
  });
  return given.length ? `(${given.join(', ')})` : '';
}

function selectionOf(type: GraphQLObjectType, depth: number): string {
  const parts = Object.values(type.getFields()).flatMap((field): string[] => {
    const inner = getNamedType(field.type);
    if (field.args.some(isRequiredArgument)) return [];
    if (isLeafType(inner)) return [field.name];
    if (depth === 0 || !(inner instanceof GraphQLObjectType)) return [];
    return [`${field.name}${argumentsOf(field, inner.name, null)} { ${selectionOf(inner, depth - 1)} }`];
  });
  return parts.join(' ') || '__typename';
}

interface TimedQuery {
  name: string;
  document: string;
}

const asked = Object.values(schema.getQueryType()!.getFields()).flatMap((field): TimedQuery[] => {
  const type = getNamedType(field.type);
  const depth = type.name.endsWith('Connection') ? 2 : 1;
  const selection = type instanceof GraphQLObjectType ? `{ ${selectionOf(type, depth)} }` : '';
  const searches = field.args.some(({ name }) => name === 'search') ? [null, 'Menge 777', 'person'] : [null];
  return searches.map((search) => ({
    name: search === null ? field.name : `${field.name} "${search}"`,
    document: `{ ${field.name}${argumentsOf(field, type.name.replace(/Connection$/, ''), search)} ${selection} }`,
  }));
});

const refused = new Map<string, string>();

async function ask(): Promise<Map<string, number>> {
  const took = new Map<string, number>();
  for (const { name, document } of asked) {
    let best = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < 3; turn++) {
      const begun = performance.now();
      const { errors } = await execute({ schema, document: parse(document), contextValue: context() });
      best = Math.min(best, performance.now() - begun);
      const internal = errors?.find(({ extensions }) => extensions['code'] === undefined) ?? errors?.[0];
      if (internal) refused.set(name, internal.message);
      if (best > 5 * longest) break;
    }
    took.set(name, best);
  }
  return took;
}

const found: Record<string, Map<string, number>> = {};
const launched = async (key: string, id: number) => {
  const begun = performance.now();
  await sendMessage(context(), { id, launchKey: key });
  print([row({ name: `launch to ${count}: ${key}`, value: performance.now() - begun, unit: 'ms' })], values.json);
};
await launched('statistics of empty tables', message.id);
await sql`
  insert into exercise_messages (recipient_id, person_id, kind, address, subject, text)
  select id, person_id, 'mail', 'menge@example.org', 'Übung', repeat('Bitte kommen Sie für die Übung. ', 40)
  from message_recipients`.execute(db);
await sql`
  insert into answers (report_id, person_id, recipient_id, option_id, source)
  select r.report_id, r.person_id, r.id, o.id, 'link' from message_recipients r
  join answer_options o on o.report_id = r.report_id and o.code = '1' where r.id % 2 = 0`.execute(db);
found['statistics of empty tables'] = await ask();
await sendAll();
await sql`vacuum analyze`.execute(db);
async function sendAll(): Promise<void> {
  for (const [from, to, owner] of [
    ['queued', 'sending', 'bench'],
    ['sending', 'sent', null],
  ])
    await sql`update message_recipients set status = ${to}, owner = ${owner} where status = ${from}`.execute(db);
}
const draft = async () =>
  (await createDraft(db, { reportId: report.id, channelId: channel.id, lists: [list.id], requestAnswer: true })).id;
await launched('statistics of an empty queue', await draft());
found['statistics of an empty queue'] = await ask();
await sql`analyze`.execute(db);
found['full queue'] = await ask();
const dump = new pg.Client({ connectionString: server.app.database.url });
await dump.connect();
await dump.query('begin isolation level repeatable read');
await dump.query('select count(*) from people');
await sendAll();
await launched('old snapshot', await draft());
found['old snapshot'] = await ask();
await dump.end();

for (const [state, took] of Object.entries(found)) {
  const slowest = [...took].toSorted(([, one], [, other]) => other - one);
  for (const [name, value] of slowest.slice(0, values.all ? slowest.length : 5))
    print([row({ name: `${state}: ${name}`, value, unit: 'ms', must: { atMost: longest } })], values.json);
}
if (!values.json) for (const [name, message] of refused) console.log(`refused: ${name}: ${message}`);
await server.stop();
