import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import {
  addressKindsOf,
  findDrafts,
  informedOver,
  isMeasured,
  reachesAsAlarm,
} from '#server/alerting/messages/message-rows.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { createGroup, createMailingList, createPerson, createReport, createShift } from '#testing/factories.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { resolvePlainly } from '#testing/plain-resolution.ts';
import { readDirectory } from '#testing/read-directory.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { runs } from '../../../scripts/in-full.ts';
import { droppedOf, recipientsOf } from './resolution.ts';
import { resolveMessages } from './resolve-messages.ts';

let server: TestServer;
let db: Db;
const channels: number[] = [];
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  for (const type of ['email', 'sms', 'webpush']) channels.push((await createChannel(db, type)).id);
});
after(() => server.stop());

const size = 10;
const some = fc.uniqueArray(fc.nat({ max: size - 1 }), { maxLength: 5 });
const address = fc.option(fc.nat({ max: 4 }), { freq: 3 });
const stored = fc.record({
  people: fc.array(
    fc.record({
      isActive: fc.boolean(),
      isCrisis: fc.boolean(),
      optedOut: fc.boolean(),
      wantsNoMail: fc.boolean(),
      absent: fc.constantFrom('no', 'now', 'open', 'over', 'later'),
      /** Business and private addresses; 0 is invalid, equal ones are shared. */
      fields: fc.tuple(address, address, address, address),
      devices: fc.nat({ max: 2 }),
    }),
    { minLength: size, maxLength: size },
  ),
  groups: fc.array(
    fc.record({
      members: some,
      priority: some,
      isActive: fc.boolean(),
      below: fc.boolean(),
      shifts: fc.array(
        fc.record({
          person: fc.nat({ max: size - 1 }),
          begins: fc.oneof(fc.integer({ min: -60, max: 5 }), fc.integer({ min: -24 * 30, max: 5 })),
          hours: fc.integer({ min: 1, max: 24 * 7 }),
          everyWeeks: fc.option(fc.integer({ min: 1, max: 3 })),
          /** The substitute of this week's turn, or none. */
          change: fc.option(fc.option(fc.nat({ max: size - 1 }))),
        }),
        { maxLength: 4 },
      ),
    }),
    { minLength: 4, maxLength: 4 },
  ),
  lists: fc.array(
    fc.record({
      people: some,
      groups: fc.uniqueArray(
        fc.record({
          at: fc.nat({ max: 3 }),
          limit: fc.option(fc.integer({ min: 1, max: 3 })),
          onDuty: fc.boolean(),
        }),
        { selector: ({ at }) => at, maxLength: 3 },
      ),
      below: fc.boolean(),
    }),
    { minLength: 2, maxLength: 2 },
  ),
  chosen: fc.record({ groups: fc.uniqueArray(fc.nat({ max: 3 }), { maxLength: 2 }), people: some }),
  type: fc.constantFrom('activation', 'staff_information'),
  requestAnswer: fc.boolean(),
});
type Stored = typeof stored extends fc.Arbitrary<infer S> ? S : never;

const [mail, mobile] = [
  [1, 2],
  [5, 6],
];

/** In how many hours an absence begins and ends. */
const absences = { no: [null, null], now: [-1, 1], open: [-1, null], over: [-2, -1], later: [1, 2] } as const;

async function store(random: Stored): Promise<number> {
  const people: number[] = [];
  for (const { fields, wantsNoMail, absent, devices, ...rest } of random.people) {
    const { id } = await createPerson(db, { ...rest, email: null });
    for (const [at, keyFieldId] of [...mail, ...mobile].entries()) {
      const n = fields[at];
      if (n === null || n === undefined) continue;
      const good = mail.includes(keyFieldId) ? `Person${n}@Klinik.example` : `+4915110000${n}00`;
      await db
        .insertInto('personData')
        .values({ personId: id, keyFieldId, valueStr: n ? good : 'x' })
        .execute();
    }
    if (wantsNoMail) {
      await sql`insert into opt_outs (person_id, channel_type_id, way)
        select ${id}, id, 'link' from channel_types where identifier = 'email'`.execute(db);
    }
    const [begins, ends] = absences[absent];
    if (begins !== null) {
      await sql`insert into absences (person_id, from_at, until_at)
        values (${id}, now() + make_interval(hours => ${begins}), now() + make_interval(hours => ${ends}::int))`.execute(
        db,
      );
    }
    for (let n = 0; n < devices; n++) {
      await sql`insert into devices (person_id, kind, address, keys, name)
        values (${id}, 'webpush', ${`${id} ${n}`}, '', ${`Gerät ${n}`})`.execute(db);
    }
    people.push(id);
  }
  const ids = (places: number[]) => places.map((at) => people[at]!);
  const groups: number[] = [];
  for (const { members, priority, isActive, below, shifts } of random.groups) {
    const parentGroupId = below ? (groups.at(-1) ?? null) : null;
    const values = { members: ids(members), priority: ids(priority), isActive, parentGroupId };
    const { id: groupId } = await createGroup(db, { ...values, sortOrder: -groups.length });
    groups.push(groupId);
    for (const { person, change, ...shift } of shifts) {
      const substituteId = typeof change === 'number' ? people[change]! : null;
      const turns = change === null ? [] : [0, 1, 2, 3, 4, 5, 6, 7, 8];
      const { id } = await createShift(db, { groupId, personId: people[person]!, ...shift });
      for (const turn of turns)
        await db.insertInto('shiftChanges').values({ shiftId: id, turn, substituteId }).execute();
    }
  }
  const lists: number[] = [];
  for (const { people: own, groups: inside, below } of random.lists) {
    const limited = inside.map(({ at, limit, onDuty }) => ({
      id: groups[at]!,
      onDuty,
      ...(limit ? { stopLimit: limit } : {}),
    }));
    const parentListId = below ? (lists.at(-1) ?? null) : null;
    lists.push((await createMailingList(db, { people: ids(own), groups: limited, parentListId })).id);
  }
  const { id: reportId } = await createReport(db, { type: random.type });
  for (const [at, channelId] of channels.entries()) {
    const choice = {
      lists,
      groups: random.chosen.groups.map((place) => groups[place]!),
      people: ids(random.chosen.people),
    };
    await createDraft(db, {
      reportId,
      channelId,
      requestAnswer: random.requestAnswer,
      ...(at === 1 ? { ...choice, lists: lists.slice(1) } : choice),
    });
  }
  return reportId;
}

test('stored data resolves like the simple algorithm on every channel', async () => {
  await fc.assert(
    fc.asyncProperty(stored, async (random) => {
      const drafts = await findDrafts(db, await store(random));
      const directory = await readDirectory(db);
      const found = await resolveMessages(db, drafts);
      for (const message of drafts) {
        const { rows } = await sql<{ kind: 'lists' | 'groups' | 'people'; id: number }>`
          select 'lists' as kind, mailing_list_id as id, sort_order from message_lists where message_id = ${message.id}
          union all select 'groups', group_id, sort_order from message_groups where message_id = ${message.id}
          union all select 'people', person_id, sort_order from message_people where message_id = ${message.id}
          order by sort_order`.execute(db);
        const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
        const rules = {
          addresses: addressKindsOf(message),
          alarm: reachesAsAlarm(message),
          informs: informedOver(message),
          sparesAbsent: !message.isFollowUp,
          measured: isMeasured(message),
          waitMinutes: 5,
          country: 'DE',
        };
        const choice = { lists: of('lists'), groups: of('groups'), people: of('people') };
        const { dropped, ...expected } = resolvePlainly(directory, choice, rules);
        const resolution = found.get(message.id)!;
        const { limits, duties, inactive, repeats, unmeasured } = resolution;
        assert.deepEqual(
          { recipients: [...recipientsOf(resolution)], limits, duties, inactive, repeats, unmeasured },
          expected,
        );
        assert.deepEqual(
          [...droppedOf(resolution)].map(({ isCrisis: _isCrisis, ...one }) => one),
          dropped.toSorted((a, b) => a.place - b.place),
        );
      }
    }),
    { numRuns: runs(25) },
  );
});
