import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createGroup, createPerson } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let manager: TestClient;
before(async () => {
  server = await startTestServer();
  manager = await server.as('contact_manager');
});
after(() => server.stop());

const fields = `roster { alwaysNeeded linkedAt within(from: $from, until: $until) {
  turns { shift turn from until everyWeeks repeatsUntil person { _id } planned { _id } away { from until } }
  gaps { from until } } }`;
async function rosterOf(group: number, from: string, until: string) {
  const document = `query ($id: ID!, $from: DateTime!, $until: DateTime!) { group(id: $id) { ${fields} } }`;
  const { roster } = (await manager.run(document, { id: String(group), from, until })).group;
  return { ...roster, ...roster.within };
}
const enter = (group: number, input: Record<string, unknown>) =>
  manager.send('mutation ($group: ID!, $input: ShiftInput!) { createShift(group: $group, input: $input) { _id } }', {
    group: String(group),
    input: { ...input, person: String(input['person']) },
  });

async function groupOf(count: number) {
  const people: number[] = [];
  while (people.length < count) people.push((await createPerson(server.app.db)).id);
  const { id } = await createGroup(server.app.db, { members: people });
  return { group: id, people: people as [number, number, ...number[]] };
}

test('a weekly shift keeps its time across a clock change and ends after its last day', async () => {
  const { group, people } = await groupOf(2);
  const [person] = people;
  const night = { person, from: '2026-10-17T16:00:00Z', until: '2026-10-18T04:00:00Z', everyWeeks: 1 }; // 18:00 to 6:00
  await enter(group, { ...night, repeatsUntil: '2026-10-31' });
  const { turns } = await rosterOf(group, '2026-10-01T00:00:00Z', '2026-12-01T00:00:00Z');
  assert.deepEqual(
    turns.map(({ turn, from, until }: Record<string, string>) => [turn, from, until]),
    [
      [0, '2026-10-17T16:00:00.000Z', '2026-10-18T04:00:00.000Z'],
      [1, '2026-10-24T16:00:00.000Z', '2026-10-25T05:00:00.000Z'],
      [2, '2026-10-31T17:00:00.000Z', '2026-11-01T05:00:00.000Z'],
    ],
  );
});

test('a substitute takes one turn; an absence and a dropped turn leave a gap that is reported', async () => {
  const { group, people } = await groupOf(2);
  const [planned, other] = people;
  await enter(group, { person: planned, from: '2026-06-01T16:00:00Z', until: '2026-06-01T20:00:00Z', everyWeeks: 1 });
  const [from, until] = ['2026-06-01T00:00:00Z', '2026-06-17T00:00:00Z'];
  const { turns } = await rosterOf(group, from, until);
  const [{ shift }] = turns;
  const substitute =
    'mutation ($shift: Int!, $person: ID!) { setSubstitute(shift: $shift, turn: 1, person: $person) { _id } }';
  await manager.run(substitute, { shift, person: String(other) });
  const who = async () =>
    (await rosterOf(group, from, until)).turns.map((turn: { person: { _id: number }; planned: { _id: number } }) => [
      turn.person._id,
      turn.planned._id,
    ]);
  assert.deepEqual(await who(), [
    [planned, planned],
    [other, planned],
    [planned, planned],
  ]);
  await manager.run(substitute, { shift, person: String(planned) });
  assert.deepEqual((await who())[1], [planned, planned], 'whose shift it is takes it again');
  await manager.run(`mutation ($shift: Int!) { dropTurn(shift: $shift, turn: 2) { _id } }`, { shift });
  await server.app.db
    .insertInto('absences')
    .values({ personId: planned, fromAt: new Date('2026-06-08T18:00:00Z'), untilAt: new Date('2026-06-09T18:00:00Z') })
    .execute();
  const after = await rosterOf(group, from, until);
  assert.equal(after.turns.length, 2);
  assert.deepEqual(after.gaps, [{ from: '2026-06-08T18:00:00.000Z', until: '2026-06-08T20:00:00.000Z' }]);

  await manager.run('mutation ($id: ID!) { setAlwaysNeeded(group: $id, alwaysNeeded: true) { _id } }', {
    id: String(group),
  });
  assert.deepEqual((await rosterOf(group, '2026-06-08T12:00:00Z', '2026-06-09T00:00:00Z')).gaps, [
    { from: '2026-06-08T12:00:00.000Z', until: '2026-06-08T16:00:00.000Z' },
    { from: '2026-06-08T18:00:00.000Z', until: '2026-06-09T00:00:00.000Z' },
  ]);
});

test('people without an address or opted out and outside the crisis team leave a gap', async () => {
  const { db } = server.app;
  const silent = await createPerson(db, { optedOut: true });
  const crisis = await createPerson(db, { optedOut: true, isCrisis: true });
  const without = await createPerson(db, { email: null });
  const { id: group } = await createGroup(db);
  for (const [at, { id }] of [silent, crisis, without].entries()) {
    await enter(group, { person: id, from: `2026-06-0${at + 1}T16:00:00Z`, until: `2026-06-0${at + 1}T20:00:00Z` });
  }
  const { gaps } = await rosterOf(group, '2026-06-01T00:00:00Z', '2026-06-08T00:00:00Z');
  assert.deepEqual(
    gaps.map(({ from }: { from: string }) => from.slice(0, 10)),
    ['2026-06-01', '2026-06-03'],
  );
});

test('ends a repetition from one turn on and keeps earlier ones, or deletes it completely', async () => {
  const { group, people } = await groupOf(2);
  await enter(group, { person: people[0], from: '2026-06-01T16:00:00Z', until: '2026-06-01T20:00:00Z', everyWeeks: 2 });
  const turns = async () => (await rosterOf(group, '2026-06-01T00:00:00Z', '2026-08-01T00:00:00Z')).turns;
  const [{ shift }] = await turns();
  assert.equal((await turns()).length, 5);
  const remove = 'mutation ($shift: Int!, $from: Int) { deleteShift(shift: $shift, fromTurn: $from) { _id } }';
  await manager.run(remove, { shift, from: 2 });
  assert.equal((await turns()).length, 2);
  await manager.run(remove, { shift });
  assert.deepEqual(await turns(), []);
  assert.equal((await manager.send(remove, { shift })).errors?.[0]?.message, 'error_not_found');
});

test('refuses invalid shifts', async () => {
  const { group, people } = await groupOf(2);
  const [person] = people;
  const refused = async (input: Record<string, unknown>) =>
    (await enter(group, { person, ...input })).errors?.[0]?.message;
  const from = '2026-06-01T16:00:00Z';
  assert.equal(await refused({ from, until: from }), 'error_shift_end');
  assert.equal(await refused({ from, until: '2026-08-01T16:00:00Z' }), 'error_shift_long');
  assert.equal(await refused({ from, until: '2026-06-09T16:00:00Z', everyWeeks: 1 }), 'error_shift_long');
  assert.equal(await refused({ from, until: '2026-06-02T16:00:00Z', everyWeeks: 53 }), 'error_invalid_number');
  const inactive = await createPerson(server.app.db, { isActive: false });
  assert.equal(await refused({ person: inactive.id, from, until: '2026-06-02T16:00:00Z' }), 'error_inactive');
});

const event = (uid: string, summary: string, rest: string) =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:${summary}\r\n${rest}\r\nEND:VEVENT`;
const calendarOf = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\n${events.join('\r\n')}\r\nEND:VCALENDAR`;
/** This many days ahead, in calendar format. */
const ahead = (days: number, time: string) =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}T${time}`;

async function take(group: number, calendar: string, dryRun: boolean, people: { name: string; person: string }[] = []) {
  const document = `mutation ($group: ID!, $calendar: String!, $people: [CalendarPersonInput!], $dryRun: Boolean!) {
    importRoster(group: $group, calendar: $calendar, people: $people, dryRun: $dryRun) {
      addedCount added { person { _id } starts ends } removedCount kept lostChanges unknown { name shifts } unknownZones } }`;
  return (await manager.run(document, { group: String(group), calendar, people, dryRun })).importRoster;
}

test('previews a calendar: people by address or name, unknown ones named, the rest replaced', async () => {
  const { db } = server.app;
  const anna = await createPerson(db, { firstName: 'Anna', lastName: 'Amsel', email: 'anna.amsel@klinik.example' });
  const bernd = await createPerson(db, { firstName: 'Bernd', lastName: 'von der Buche' });
  const { id: group } = await createGroup(db, { members: [anna.id, bernd.id] });
  const zone = 'TZID=Europe/Berlin:';
  const attending = `DTSTART;${zone}${ahead(2, '180000')}\r\nDTEND;${zone}${ahead(3, '060000')}\r\nATTENDEE;CN=A.:mailto:Anna.Amsel@klinik.example`;
  const weekly = `DTSTART;${zone}${ahead(4, '080000')}\r\nDURATION:PT10H\r\nRRULE:FREQ=WEEKLY;COUNT=3\r\nEXDATE;${zone}${ahead(11, '080000')}`;
  const strange = `DTSTART:${ahead(5, '100000Z')}\r\nDTEND:${ahead(5, '120000Z')}`;
  const calendar = calendarOf(
    event('one', 'Dienst', attending),
    event('two', 'Bereitschaft: von der Buche\\, Bernd', weekly),
    event('three', 'Der Neue', strange),
    event('off', 'Anna Amsel', `${strange}\r\nSTATUS:CANCELLED`),
  );
  const dry = await take(group, calendar, true);
  assert.partialDeepStrictEqual(dry, {
    addedCount: 3,
    removedCount: 0,
    kept: 0,
    unknown: [{ name: 'Der Neue', shifts: 1 }],
  });
  assert.deepEqual(
    dry.added.map((one: { person: { _id: number }; starts: string }) => [one.person._id, one.starts.slice(11)]),
    [
      [anna.id, '18:00'],
      [bernd.id, '08:00'],
      [bernd.id, '08:00'],
    ],
  );
  const stored = async () =>
    (
      await db
        .selectFrom('shifts')
        .select(['uid', 'personId'])
        .where('groupId', '=', group)
        .orderBy('startsAt')
        .execute()
    ).map(({ uid, personId }) => [uid?.split(' ')[0] ?? null, personId]);
  assert.deepEqual(await stored(), [], 'looking changes nothing');

  const by = { person: String(anna.id), from: '2030-01-01T08:00:00Z', until: '2030-01-01T09:00:00Z' };
  await enter(group, by);
  await take(group, calendar, false, [{ name: 'Der Neue', person: String(bernd.id) }]);
  const all = [
    ['one', anna.id],
    ['two', bernd.id],
    ['three', bernd.id],
    ['two', bernd.id],
    [null, anna.id],
  ];
  assert.deepEqual(await stored(), all);
  const again = calendarOf(event('two', 'Bernd von der Buche', weekly));
  assert.partialDeepStrictEqual(await take(group, again, false), { addedCount: 0, removedCount: 2, kept: 2 });
  assert.deepEqual(
    await stored(),
    all.filter(([uid]) => uid === 'two' || uid === null),
    'what was entered by hand stays',
  );
  const refused = await manager.send(
    'mutation ($id: ID!) { importRoster(group: $id, calendar: "hello", dryRun: true) { kept } }',
    { id: String(group) },
  );
  assert.equal(refused.errors?.[0]?.message, 'error_calendar_unread');
});

test('understands a zone that only the calendar describes and uses local time for unknown ones', async () => {
  const { group, people } = await groupOf(2);
  const zone = `BEGIN:VTIMEZONE\r\nTZID:Ours\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:-0500\r\nTZOFFSETTO:-0500\r\nEND:STANDARD\r\nEND:VTIMEZONE`;
  const at = (tzid: string) => `DTSTART;TZID=${tzid}:${ahead(2, '100000')}\r\nDTEND;TZID=${tzid}:${ahead(2, '120000')}`;
  const person = [{ name: 'X', person: String(people[0]) }];
  const own = await take(
    group,
    calendarOf(zone, event('a', 'X', at('Ours')), event('b', 'X', at('Nowhere Time'))),
    true,
    person,
  );
  const offset = new Date(Date.now() + 2 * 86_400_000);
  const berlin = new Intl.DateTimeFormat('de', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' });
  offset.setUTCHours(15, 0, 0, 0);
  assert.deepEqual(
    own.added.map(({ starts }: { starts: string }) => starts.slice(11)),
    [berlin.format(offset), '10:00'],
  );
  assert.deepEqual(own.unknownZones, ['Nowhere Time']);
});

test('offers a roster as a calendar at a secret address, and reading it back gives the same', async () => {
  const { group, people } = await groupOf(2);
  const [planned, other] = people;
  const from = new Date(Date.now() + 86_400_000);
  from.setUTCHours(18, 0, 0, 0);
  const until = new Date(from.getTime() + 12 * 3_600_000);
  await enter(group, {
    person: planned,
    from: from.toISOString(),
    until: until.toISOString(),
    everyWeeks: 1,
    repeatsUntil: new Date(from.getTime() + 15 * 86_400_000).toISOString().slice(0, 10),
  });
  const { turns } = await rosterOf(
    group,
    new Date().toISOString(),
    new Date(Date.now() + 40 * 86_400_000).toISOString(),
  );
  await manager.run(
    'mutation ($shift: Int!, $person: ID!) { setSubstitute(shift: $shift, turn: 1, person: $person) { _id } }',
    {
      shift: turns[0].shift,
      person: String(other),
    },
  );
  const make = 'mutation ($id: ID!) { createRosterLink(group: $id) }';
  const old = (await manager.run(make, { id: String(group) })).createRosterLink;
  const link = (await manager.run(make, { id: String(group) })).createRosterLink;
  const fetched = (address: string) => fetch(address.replace(/^https?:\/\/[^/]+/, server.url));
  assert.equal((await fetched(old)).status, 404, 'only the newest holds');
  const answer = await fetched(link);
  assert.equal(answer.headers.get('content-type'), 'text/calendar; charset=utf-8');
  const calendar = await answer.text();
  assert.equal(calendar.match(/BEGIN:VEVENT/g)?.length, 3);
  const copy = await createGroup(server.app.db);
  const read = await take(copy.id, calendar, true);
  assert.deepEqual(
    read.added.map((one: { person: { _id: number } }) => one.person._id),
    [planned, other, planned],
  );
  await manager.run('mutation ($id: ID!) { revokeRosterLink(group: $id) { roster { linkedAt } } }', {
    id: String(group),
  });
  assert.equal((await fetched(link)).status, 404);
});

const utc = (days: number, from = '180000Z', until = '200000Z') =>
  `DTSTART:${ahead(days, from)}\r\nDTEND:${ahead(days, until)}`;
const named = (firstName: string, email?: string) =>
  createPerson(server.app.db, { firstName, lastName: `Kalender${firstName}`, ...(email ? { email } : {}) });

test('a changed and a cancelled occurrence apply to their own series, not to a similar one', async () => {
  const { id: group } = await createGroup(server.app.db);
  const [anna, bert, carl] = [await named('Anna'), await named('Bert'), await named('Carl')];
  const weekly = `${utc(3)}\r\nRRULE:FREQ=WEEKLY;COUNT=3`;
  const at = (days: number) => `RECURRENCE-ID:${ahead(days, '180000Z')}\r\n${utc(days)}`;
  const calendar = calendarOf(
    event('a', 'Anna KalenderAnna', weekly),
    event('b', 'Bert KalenderBert', weekly),
    event('a', 'Carl KalenderCarl', at(10)),
    event('a', 'Anna KalenderAnna', `${at(17)}\r\nSTATUS:CANCELLED`),
  );
  const { added } = await take(group, calendar, true);
  const shown = (days: number) => ahead(days, '').slice(0, -1);
  const days = (who: { id: number }) =>
    added
      .filter((one: { person: { _id: number } }) => one.person._id === who.id)
      .map(({ starts }: { starts: string }) => starts.slice(0, 10).replaceAll('-', ''));
  assert.deepEqual([days(anna), days(carl)], [[shown(3)], [shown(10)]]);
  assert.deepEqual(days(bert), [3, 10, 17].map(shown));
});

test('people matched by address keep their shifts for any title; unknown addresses stay separate', async () => {
  const { id: group } = await createGroup(server.app.db);
  const [known, other] = [await named('Dora', 'dora@kalender.example'), await named('Emil')];
  const by = (email: string) => `ATTENDEE:mailto:${email}`;
  const calendar = calendarOf(
    event('1', 'Dienst', `${utc(1)}\r\n${by('dora@kalender.example')}`),
    event('2', 'Dienst', `${utc(2)}\r\n${by('x@kalender.example')}`),
    event('3', 'Dienst', `${utc(3)}\r\n${by('y@kalender.example')}`),
  );
  const said = ['Dienst', 'dora@kalender.example', 'y@kalender.example'];
  const found = await take(
    group,
    calendar,
    true,
    said.map((name) => ({ name, person: String(other.id) })),
  );
  assert.deepEqual(
    found.added.map((one: { person: { _id: number } }) => one.person._id),
    [known.id, other.id],
  );
  assert.deepEqual(found.unknown, [{ name: 'x@kalender.example', shifts: 1 }]);
});

test('refuses a calendar of endless work while other requests are answered', async () => {
  const { id: group } = await createGroup(server.app.db);
  const never = event(
    'never',
    'X',
    `DTSTART:10010101T000000Z\r\nDURATION:PT1H\r\nRRULE:FREQ=DAILY;COUNT=999999;BYMONTH=2;BYMONTHDAY=31`,
  );
  const many = Array.from({ length: 500 }, () => never);
  const hostile = [calendarOf(...many), calendarOf(...many, event('one', 'Y', utc(1)))];
  const document =
    'mutation ($id: ID!, $text: String!) { importRoster(group: $id, calendar: $text, dryRun: true) { kept } }';
  let isOver = false;
  const all = Promise.all(hostile.map((text) => manager.send(document, { id: String(group), text }))).finally(() => {
    isOver = true;
  });
  await manager.run('query ($id: ID!) { group(id: $id) { _id } }', { id: String(group) });
  assert.equal(isOver, false);
  assert.deepEqual(
    (await all).map(({ errors }) => errors?.[0]?.message),
    hostile.map(() => 'error_calendar_costly'),
  );
});

test('reading a file again with other event names keeps substitutes and names the lost ones', async () => {
  const { group, people } = await groupOf(2);
  const [, other] = people;
  const { firstName, lastName, id: planned } = await named('Frida');
  const of = (uid: string, shift: string) => event(uid, `${firstName} ${lastName}`, shift);
  await take(group, calendarOf(of('a', utc(4)), of('b', utc(5)), of('c', utc(6))), false);
  const read = () => rosterOf(group, new Date().toISOString(), new Date(Date.now() + 9 * 86_400_000).toISOString());
  for (const { shift } of (await read()).turns) {
    await manager.run(
      'mutation ($shift: Int!, $person: ID!) { setSubstitute(shift: $shift, turn: 0, person: $person) { _id } }',
      { shift, person: String(other) },
    );
  }
  const again = calendarOf(of('x', utc(4)), of('y', utc(5, '180000Z', '203000Z')), of('z', utc(8)));
  const changes = { addedCount: 2, removedCount: 2, kept: 1, lostChanges: 1 };
  assert.partialDeepStrictEqual(await take(group, again, true), changes);
  assert.partialDeepStrictEqual(await take(group, again, false), changes);
  const { turns } = await read();
  assert.deepEqual(
    turns.map((turn: { person: { _id: number }; until: string }) => [turn.person._id, turn.until.slice(11, 16)]),
    [
      [other, '20:00'],
      [other, '20:30'],
      [planned, '20:00'],
    ],
  );
});

test('adds unnamed events only once and removes them when they are missing from the file', async () => {
  const { id: group } = await createGroup(server.app.db);
  const { firstName, lastName } = await named('Gustav');
  const nameless = (days: number) => event('', `${firstName} ${lastName}`, utc(days)).replace('UID:\r\n', '');
  assert.partialDeepStrictEqual(await take(group, calendarOf(nameless(2), nameless(3)), false), { addedCount: 2 });
  const again = await take(group, calendarOf(nameless(3)), false);
  assert.partialDeepStrictEqual(again, { addedCount: 0, removedCount: 1, kept: 1 });
});
