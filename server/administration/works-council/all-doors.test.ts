import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { GraphQLObjectType, getNamedType, isLeafType, isRequiredArgument } from 'graphql';
import { sql } from 'kysely';
import { bodyOf } from '#server/outside/webhooks/attempt.ts';
import { claim } from '#server/outside/webhooks/queries.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { collectionPaths, listAt, rowAt, rowPaths } from '#server/program/resource-shape.ts';
import { schema } from '#server/program/schema.ts';
import { entities } from '#shared/administration/entities.ts';
import { collectionPathOf } from '#shared/administration/entity.ts';
import { roles } from '#shared/permissions.ts';
import { webhookEvents } from '#shared/webhook-events.ts';
import { metricsToken } from '#testing/app.ts';
import { answerWords, createEventWithFew, type EventWithFew, fewAndMore } from '#testing/event-with-few.ts';
import { contactQueries, type DoorRule, doorsAfterEvent, ownQueries } from '#testing/matrix/doors-after-event.ts';
import { readPdfTexts } from '#testing/pdf.ts';
import { workbook } from '#testing/rest.ts';
import { restMatrix } from '#testing/rest-matrix.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let all: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  all = await server.as(...roles);
});
after(() => server.stop());

/** Figures that say what people did. */
const did = 'reached positive negative neutral answered arrived safe needsHelp notHeard read delivered contacted'.split(
  ' ',
);

/** Returns figures of the two groups, and of fewer than five people. */
function smallFigures(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(smallFigures);
  const own = value as Record<string, unknown>;
  const shown = did.filter((name) => typeof own[name] === 'number' && own[name] > 0);
  const names = JSON.stringify([own['name'], own['group']]);
  const isOfGroup = fewAndMore.some((name) => names.includes(`"${name}"`));
  const isOfFew = typeof own['people'] === 'number' && own['people'] > 0 && own['people'] < 5;
  return [
    ...((isOfGroup || isOfFew) && shown.length ? [`${names} ${shown.map((name) => `${name}=${own[name]}`)}`] : []),
    ...Object.values(own).flatMap(smallFigures),
  ];
}

/** Returns what a text shows about people against its rule. */
function leaksIn(text: string, rule: DoorRule, { times }: EventWithFew, json: unknown = null): string[] {
  const forbidden: [string, RegExp][] = [
    ['the words of an answer', new RegExp(answerWords)],
    ['a recipient', /\b9400000\d\d\b/],
    ...(rule === 'nothing'
      ? ([
          ['a name', /Zweigmann\d+/],
          ['an address', /zweig\d+@privat/],
          ['a person', /\b8700000\d\d\b/],
        ] as [string, RegExp][])
      : []),
  ];
  const found = forbidden.flatMap(([what, pattern]) => {
    const at = pattern.exec(text)?.index;
    return at === undefined ? [] : [`${what}: ${text.slice(Math.max(0, at - 120), at + 60)}`];
  });
  const time = times.find((one) => text.includes(one));
  return [...found, ...(time ? [`the moment ${time}`] : []), ...smallFigures(json)];
}

async function read(path: string, token: string | null): Promise<{ status: number; text: string; json: unknown }> {
  if (path.endsWith('.xlsx')) {
    const { status } = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (status !== 200) return { status, text: '', json: null };
    return { status, text: JSON.stringify((await workbook(server, path, token)).rows), json: null };
  }
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(`${server.url}${path}`, { headers, redirect: 'manual' });
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? '';
  const text = type.includes('pdf')
    ? readPdfTexts(bytes).text + bytes.toString('latin1') // with attached files
    : bytes.toString();
  return { status: response.status, text, json: type.includes('json') ? JSON.parse(text) : null };
}

async function monitorOf({ event, token }: EventWithFew): Promise<{ text: string; json: unknown }> {
  const end = new AbortController();
  const response = await fetch(`${server.url}/api/monitor`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ event, token, language: 'de' }),
    signal: end.signal,
  });
  let text = '';
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const data = /^data: ?(\{.*\})$/m.exec(text)?.[1];
    if (data) {
      end.abort();
      return { text: data, json: JSON.parse(data) };
    }
  }
  return { text, json: null };
}

const capital = (name: string) => name[0]!.toUpperCase() + name.slice(1);

type Field = ReturnType<GraphQLObjectType['getFields']>[string];

function argumentsOf(field: Field, owner: string, ids: Record<string, number>): string {
  const given = field.args.flatMap((argument): string[] => {
    const { name, type } = argument;
    const kind = getNamedType(type).name;
    if (name === 'first') return ['first: 20'];
    const id = ids[name === 'id' ? owner : capital(name)];
    if (kind === 'ID' && (id !== undefined || isRequiredArgument(argument))) return [`${name}: "${id ?? 1}"`];
    if (kind === 'String' && isRequiredArgument(argument)) return [`${name}: "Zora"`];
    return [];
  });
  return given.length ? `(${given.join(', ')})` : '';
}

const isFrame = ({ name }: GraphQLObjectType) => /(?:Connection|Edge)$/.test(name);

/** A place in a document, whose fields can be asked. */
interface Place {
  type: GraphQLObjectType;
  depth: number;
  /** Types on the way, which are not entered again. */
  above: readonly string[];
  path: string;
  wrap: (selection: string) => string;
}

/** The objects below a place that can be asked. */
function placesIn({ type, depth, above, path, wrap }: Place, ids: Record<string, number>): Place[] {
  return Object.values(type.getFields()).flatMap((field): Place[] => {
    const inner = getNamedType(field.type);
    if (!(inner instanceof GraphQLObjectType) || field.args.some(isRequiredArgument)) return [];
    if (above.includes(inner.name) || (depth === 0 && !isFrame(inner))) return [];
    const call = `${field.name}${argumentsOf(field, inner.name, ids)}`;
    return [
      {
        type: inner,
        depth: isFrame(inner) ? depth : depth - 1,
        above: [...above, inner.name],
        path: `${path}.${field.name}`,
        wrap: (selection) => wrap(`${call} { ${selection} }`),
      },
    ];
  });
}

const leavesOf = ({ type }: Place): string =>
  Object.values(type.getFields())
    .filter((field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument))
    .map(({ name }) => name)
    .join(' ') || '__typename';

const selectionOf = (place: Place, ids: Record<string, number>): string =>
  [
    leavesOf(place),
    ...placesIn({ ...place, wrap: (selection) => selection }, ids).map((inner) =>
      inner.wrap(selectionOf({ ...inner, wrap: (selection) => selection }, ids)),
    ),
  ].join(' ');

/** Places that the walk could not read, with the reason. */
const reasons = new Set<string>();

/** Reads everything below a place; in parts if it is too much at once, or if a part is refused. */
async function readPlace(place: Place, ids: Record<string, number>): Promise<unknown[]> {
  const whole = await all.send(place.wrap(selectionOf(place, ids)));
  if (!whole.errors) return [whole.data];
  const leaves = await all.send(place.wrap(leavesOf(place)));
  if (leaves.errors) reasons.add(`${place.path}: ${leaves.errors[0]!.message}`);
  const parts: unknown[] = [leaves.data ?? null];
  if (leaves.errors?.length && leaves.data) return parts;
  for (const inner of placesIn(place, ids)) parts.push(...(await readPlace(inner, ids)));
  return parts;
}

/** Queries that show people while the event runs. */
const shownBefore = ['report', 'message', 'event', 'afterAction', 'messageRecipient', 'logEntry'];

const deep = new Set(['event', 'report', 'message', 'afterAction', 'evidencePack']);

/** Reads all queries with their objects, as a user with all roles. */
async function readQueries(made: EventWithFew, only?: ReadonlySet<string>): Promise<Map<string, unknown>> {
  const { event, report, message, situationReport, eventType, group, list, people } = made;
  const ids: Record<string, number> = {
    ...{ Event: event, Report: report, Message: message, SituationReport: situationReport, EventType: eventType },
    ...{ Group: group, MailingList: list, List: list, Person: people[0]!, User: all.userId! },
    ...{ MessageRecipient: made.recipient, LogEntry: made.logEntry },
  };
  const answers = new Map<string, unknown>();
  for (const field of Object.values(schema.getQueryType()!.getFields())) {
    if (only ? !only.has(field.name) : ownQueries.includes(field.name)) continue;
    const type = getNamedType(field.type);
    const call = `${field.name}${argumentsOf(field, type.name.replace(/Connection$/, ''), ids)}`;
    if (!(type instanceof GraphQLObjectType)) {
      const { data } = await all.send(`{ ${call} }`);
      answers.set(field.name, data);
      continue;
    }
    const depth = deep.has(field.name) ? 2 : 1;
    const place = { type, depth, above: [type.name], path: field.name };
    answers.set(field.name, await readPlace({ ...place, wrap: (selection) => `{ ${call} { ${selection} } }` }, ids));
  }
  return answers;
}

const ruleOf = (query: string): DoorRule => (contactQueries.includes(query) ? 'contacts' : 'nothing');

test('every route that returns data has a rule for the time after an event', () => {
  const generic = entities.flatMap((entity) =>
    ['csv', 'xlsx'].map((format) => `GET ${collectionPathOf(entity)}.${format}`),
  );
  const routes = Object.keys(restMatrix).filter((route) => route.startsWith('GET ') && !route.includes('/scim/'));
  assert.deepEqual(
    routes.filter((route) => !(route in doorsAfterEvent) && !generic.includes(route)),
    [],
    'decide in testing/matrix/doors-after-event.ts what it may show after an event',
  );
  assert.deepEqual(
    Object.keys(doorsAfterEvent).filter((route) => !(route in restMatrix)),
    [],
  );
  const queries = schema.getQueryType()!.getFields();
  assert.deepEqual(
    [...contactQueries, ...ownQueries].filter((name) => !(name in queries)),
    [],
  );
});

test('after an event, no door shows a person or figures of few people', async (t) => {
  const { createWebhook } = await all.run(
    'mutation ($i: CreateWebhookInput!) { createWebhook(input: $i) { webhook { _id } } }',
    {
      i: { name: 'Leitstelle', url: 'https://hooks.example.org/', eventTypes: webhookEvents },
    },
  );
  const made = await createEventWithFew(server, all);

  // while the event runs, the same walk finds people, so it can see them
  const open = await readQueries(made, new Set([...shownBefore, 'webhookDeliveries']));
  const inView = shownBefore.map((name) => {
    const text = JSON.stringify(open.get(name));
    return `${name}: ${leaksIn(text, 'nothing', made).length ? 'people' : text.slice(0, 500)}`;
  });
  assert.deepEqual(
    inView,
    shownBefore.map((name) => `${name}: people`),
  );
  assert.ok(smallFigures(open.get('report')).length > 0 && smallFigures((await monitorOf(made)).json).length > 0);
  for (const path of [`/api/v2/reports/${made.report}/results.csv`, `/api/v2/events/${made.event}/log.csv`])
    assert.ok(leaksIn((await read(path, all.token)).text, 'nothing', made).length > 0, path);

  await all.run(`mutation { finishEvent(id: ${made.event}) { id } }`);
  await sql`update events set finished_at = clock_timestamp() - interval '25 hours' where id = ${made.event}`.execute(
    db,
  );
  const found: string[] = [];
  const look = (door: string, text: string, rule: DoorRule, json: unknown = null) =>
    found.push(...leaksIn(text, rule, made, json).map((leak) => `${door} ${leak}`));

  let walked = 0;
  for (const [route, { path, rule }] of Object.entries(doorsAfterEvent)) {
    if (!path) continue;
    const token = route === 'GET /metrics' ? metricsToken : all.token;
    const { status, text, json } = await read(path(made), token);
    if (typeof rule === 'number') assert.equal(status, rule, route);
    else look(route, text, rule, json);
    walked++;
  }
  for (const entity of entities)
    look(entity.name, (await read(`${collectionPathOf(entity)}.csv`, all.token)).text, ruleOf(entity.plural));
  const monitor = await monitorOf(made);
  look('POST /api/monitor', monitor.text, 'nothing', monitor.json);
  for (const collection of collectionPaths) {
    const { json, text } = await read(`/api/v2/${collection}?event=${made.event}`, all.token);
    look(`GET /api/v2/${collection}`, text, ruleOf(listAt(collection)!.field.name), json);
    walked++;
  }
  const rows: Record<string, number> = {
    ...{ events: made.event, reports: made.report, messages: made.message },
    ...{ message_recipients: made.recipient, log_entries: made.logEntry },
  };
  for (const collection of rowPaths.filter((one) => one in rows)) {
    const { json, text } = await read(`/api/v2/${collection}/${rows[collection]}`, all.token);
    look(`GET /api/v2/${collection}/:n`, text, ruleOf(rowAt(collection)!.field.name), json);
  }
  for (const [name, data] of await readQueries(made)) {
    look(`Query.${name}`, JSON.stringify(data), ruleOf(name), data);
    walked++;
  }
  const small = { ...made, report: made.smallReport, message: made.smallMessage };
  for (const [name, data] of await readQueries(small, new Set(['report', 'message'])))
    look(`Query.${name} of three people`, JSON.stringify(data), 'nothing', data);
  const deliveries = await claim(db, createWebhook.webhook._id, 1_000, 60_000);
  for (const delivery of deliveries) {
    look(`webhook ${delivery.type}`, bodyOf(delivery), 'nothing');
    if (delivery.type.startsWith('limit.')) assert.ok(!bodyOf(delivery).includes('/groups/'), delivery.type);
  }
  assert.ok(new Set(deliveries.map(({ type }) => type)).size >= 4);
  t.diagnostic([...reasons].join('\n'));
  t.diagnostic(`${walked} doors, ${deliveries.length} deliveries of webhooks`);
  assert.ok(walked > 200, `only ${walked} doors`);
  assert.deepEqual(found, []);
});
