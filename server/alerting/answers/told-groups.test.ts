import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { Refusal } from '#server/platform/errors.ts';
import { type Alarm, createAlarm, leftBehind } from '#testing/alarms/answered.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { runs } from '../../../scripts/in-full.ts';
import { asGiven, recordAnswers } from './answers.ts';
import { recordArrivals } from './arrivals.ts';
import { sortReplies, storeReplies } from './replies.ts';

// Simultaneous reports have the same results as single ones.
let server: TestServer;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

const alarm = (limits?: Parameters<typeof createAlarm>[3]) => createAlarm(server, manager, size, limits);
const left = (of: Alarm) => leftBehind(server, of);

const size = 7;
const comings = fc.record({
  said: fc.array(fc.constantFrom('1', '1', '2', null), { minLength: size, maxLength: size }),
  changes: fc.array(
    fc.record({
      person: fc.nat({ max: size }), // the last is no person
      row: fc.nat({ max: 1 }),
      arrived: fc.boolean(),
      source: fc.constantFrom('link' as const, 'operator' as const),
    }),
    { minLength: 4, maxLength: 14 },
  ),
  sizes: fc.array(fc.integer({ min: 2, max: 9 }), { minLength: 14, maxLength: 14 }),
});

test('arrivals recorded in batches have the same effects as arrivals recorded one by one', async () => {
  const arrive = async (
    of: Alarm,
    { said, changes }: Omit<typeof comings extends fc.Arbitrary<infer S> ? S : never, 'sizes'>,
    sizes: number[],
  ) => {
    const first = said.flatMap((option, at) =>
      option ? { recipientId: of.asked[at]![0]!, option, source: 'link' } : [],
    );
    await recordAnswers(server.app, of.reportId, first.map(asGiven));
    const given = changes.map(({ person, row, ...rest }) => ({
      ...rest,
      recipientId: of.asked[person]?.[row] ?? 2_000_000_000,
      apiKey: row ? 'Leitstelle' : undefined,
    }));
    const told: string[] = [];
    for (let turn = 0; given.length > 0; turn++) {
      const outcomes = await recordArrivals(server.app, of.reportId, given.splice(0, sizes[turn % sizes.length]!));
      for (const one of outcomes) told.push('result' in one ? 'recorded' : (one.refusal as Refusal).key);
    }
    const { rows } = await sql<{ personId: number; source: string }>`
      select person_id, source from arrivals where report_id = ${of.reportId} order by person_id`.execute(
      server.app.db,
    );
    return { told, there: rows.map(({ personId, source }) => [of.people.indexOf(personId), source]) };
  };
  await fc.assert(
    fc.asyncProperty(comings, async ({ sizes, ...given }) => {
      const limits = [{ members: [...Array(size).keys()], needed: size }];
      const [single, grouped] = [await alarm(limits), await alarm(limits)];
      assert.deepEqual(await arrive(grouped, given, sizes), await arrive(single, given, [1]));
      assert.deepEqual(await left(grouped), await left(single));
    }),
    { numRuns: runs(8), endOnFailure: true },
  );
});

const written = fc.array(
  fc.record({
    person: fc.nat({ max: size - 1 }),
    text: fc.constantFrom('1', '2', 'ja, in 12 min', 'Nein', 'Wer kommt denn noch?', 'STOP', 'no such'),
    knows: fc.boolean(),
  }),
  { minLength: 4, maxLength: 14 },
);

test('replies in one batch have the same effects for each writer as one by one', async () => {
  const { db } = server.app;
  const reply = async (
    of: Alarm,
    given: typeof written extends fc.Arbitrary<infer S> ? S : never,
    together: number,
  ) => {
    const { rows: asked } = await sql<{ channelId: number; norm: string; personId: number }>`
      update message_recipients r set attempts = 1, external_id = 'asked-' || r.id
      from channels c join channel_types t on t.id = c.channel_type_id
      where r.report_id = ${of.reportId} and c.id = r.channel_id and t.identifier = 'sms'
      returning r.channel_id, r.address_norm as norm, r.person_id`.execute(db);
    const [{ channelId }] = asked as [(typeof asked)[number]];
    const from = (at: number) => asked.find(({ personId }) => personId === of.people[at])!.norm;
    const replies = given.map(({ person, text, knows }, n) => ({
      id: `${of.reportId}-${n}`,
      from: knows ? from(person) : `+4915199${String(of.reportId).padStart(6, '0')}`,
      text,
      at: new Date(Date.now() - 60_000 + n),
    }));
    for (let at = 0; at < replies.length; at += together) {
      const some = replies.slice(at, at + together);
      await inTransaction(db, (tx) => storeReplies(tx, { id: channelId, addresses: ['phone_mobile'] }, some));
      await sortReplies(server.app, { channelId, externalIds: some.map(({ id }) => id) });
    }
    const { rows } = await sql<{ told: string; words: string }>`
      select r.from_address as told, concat_ws('|', r.text, r.sorted_at is not null, r.recipient_id is not null,
        r.event_id is not null, r.wish, o.code, a.minutes, a.text) as words
      from replies r left join answers a on a.id = r.answer_id left join answer_options o on o.id = a.option_id
      where r.channel_id = ${channelId} order by r.id`.execute(db);
    // in any order
    const writers = new Map(asked.map(({ norm, personId }) => [norm, of.people.indexOf(personId)]));
    return rows.map(({ told, words }) => [writers.get(told) ?? null, words]);
  };
  await fc.assert(
    fc.asyncProperty(written, async (given) => {
      const [single, grouped] = [await alarm(), await alarm()];
      const expected = await reply(single, given, 1);
      assert.deepEqual(await reply(grouped, given, given.length), expected);
      const { lines, intact } = await left(grouped);
      const ofEach = (some: typeof lines) => some.toSorted((a, b) => Number(a[1]) - Number(b[1]));
      assert.deepEqual(ofEach(lines), ofEach((await left(single)).lines));
      assert.equal(intact, true);
    }),
    { numRuns: runs(8), endOnFailure: true },
  );
});
