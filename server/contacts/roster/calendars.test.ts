import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { createGroup, createPerson, createShift } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { forgetShifts } from './shifts.ts';

let server: TestServer;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  manager = await server.as('contact_manager');
});
after(() => server.stop());

const offer = async (id: number) => {
  const { createRosterLink } = await manager.run('mutation ($id: ID!) { createRosterLink(group: $id) }', {
    id: String(id),
  });
  return createRosterLink.replace(/^https?:\/\/[^/]+/, server.url) as string;
};

test('an offered calendar supports ETags and limits requests', async () => {
  const { id: personId } = await createPerson(server.app.db, { firstName: 'Nora', lastName: 'Kiebitz' });
  const group = await createGroup(server.app.db, { name: 'Wache END:VCALENDAR' });
  await createShift(server.app.db, { groupId: group.id, personId, begins: 1, hours: 8, everyWeeks: 1 });
  const address = await offer(group.id);
  const answer = await fetch(address);
  const text = await answer.text();
  assert.match(text, /^BEGIN:VCALENDAR\r\n.*SUMMARY:Nora Kiebitz\r\n.*END:VEVENT\r\nEND:VCALENDAR\r\n$/s);
  const tag = answer.headers.get('etag')!;
  const again = await fetch(address, { headers: { 'if-none-match': tag } });
  assert.deepEqual([again.status, await again.text()], [304, '']);
  const changed = await fetch(address, { headers: { 'if-none-match': '"another"' } });
  assert.equal(await changed.text(), text, 'it was not written again');
  const statuses = new Set<number>();
  for (let n = 0; n < 130; n++) {
    const { status, body } = await fetch(address, { headers: { 'if-none-match': tag } });
    await body?.cancel();
    statuses.add(status);
  }
  assert.deepEqual([...statuses], [304, 429]);
});

test('deletes a shift three months after its last turn, and past ones fill no roster', async () => {
  const { db } = server.app;
  const { id: personId } = await createPerson(db);
  const { id: groupId } = await createGroup(db);
  const day = 24;
  await createShift(db, { groupId, personId, begins: -200 * day, hours: 8 });
  await createShift(db, { groupId, personId, begins: -200 * day, hours: 8, everyWeeks: 1 });
  await createShift(db, { groupId, personId, begins: -30 * day, hours: 8 });
  const ended = await createShift(db, { groupId, personId, begins: -300 * day, hours: 8, everyWeeks: 1 });
  await sql`update shifts set repeats_until = current_date - 120 where id = ${ended.id}`.execute(db);
  await forgetShifts(db);
  const kept = await db.selectFrom('shifts').select('everyWeeks').where('groupId', '=', groupId).execute();
  assert.equal(kept.length, 2, 'of thirty days ago, and what goes on');
  assert.ok(kept.some(({ everyWeeks }) => everyWeeks === 1));
  await sql`insert into shifts (group_id, person_id, starts_at, ends_at)
    select ${groupId}, ${personId}, now() - n * interval '10 minutes' - interval '10 days',
      now() - n * interval '10 minutes' - interval '9 days' from generate_series(1, 5000) n`.execute(db);
  const enter = (days: number) =>
    manager.send('mutation ($group: ID!, $i: ShiftInput!) { createShift(group: $group, input: $i) { _id } }', {
      group: String(groupId),
      i: {
        person: String(personId),
        from: new Date(Date.now() + days * 86_400_000).toISOString(),
        until: new Date(Date.now() + days * 86_400_000 + 3_600_000).toISOString(),
      },
    });
  assert.equal((await enter(1)).errors, undefined);
  await sql`update shifts set starts_at = starts_at + interval '100 days', ends_at = ends_at + interval '100 days'
    where group_id = ${groupId} and every_weeks is null`.execute(db);
  assert.equal((await enter(2)).errors?.[0]?.message, 'error_roster_full');
});

const ahead = (days: number, time: string) =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}T${time}Z`;

test('a change whose series is missing is its own shift in the zone it names', async () => {
  const { id: personId } = await createPerson(server.app.db, { firstName: 'Ida', lastName: 'Zaunkönig' });
  const { id } = await createGroup(server.app.db);
  const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:series', 'SUMMARY:Ida Zaunkönig', ...lines, 'END:VEVENT'];
  const change = (days: number, ...more: string[]) =>
    event(
      `RECURRENCE-ID:${ahead(days, '160000')}`,
      `DTSTART:${ahead(days, '170000')}`,
      `DTEND;TZID=America/New_York:${ahead(days, '150000').slice(0, -1)}`,
      ...more,
    );
  const lines = ['BEGIN:VCALENDAR', ...change(4), ...change(5), ...change(6, 'STATUS:CANCELLED'), 'END:VCALENDAR'];
  const { importRoster } = await manager.run(
    `mutation ($id: ID!, $calendar: String!) { importRoster(group: $id, calendar: $calendar, dryRun: true) {
      addedCount added { person { _id } starts ends } unknown { name } } }`,
    { id: String(id), calendar: lines.join('\r\n') },
  );
  assert.equal(importRoster.addedCount, 2);
  for (const { person, starts, ends } of importRoster.added) {
    assert.equal(person._id, personId);
    const hours = (Date.parse(`${ends}Z`) - Date.parse(`${starts}Z`)) / 3_600_000;
    assert.ok(hours === 2 || hours === 3, 'until 15:00 in New York, as its summer time has it');
  }
});

test('finds people among rooms and unknown attendees, and in titles of alarm programs', async () => {
  const { db } = server.app;
  const anna = await createPerson(db, {
    firstName: 'Anna',
    lastName: 'Wasseramsel',
    email: 'anna@wasseramsel.example',
  });
  await createPerson(db, { firstName: 'Anna', lastName: 'Doppelt' });
  await createPerson(db, { firstName: 'Doppelt', lastName: 'Anna' });
  const { id } = await createGroup(db);
  const kinds: [known: boolean, ...lines: string[]][] = [
    [
      true,
      'SUMMARY:Dienst',
      'ATTENDEE;CUTYPE=ROOM;CN=Raum 4:mailto:raum4@x.example',
      'ATTENDEE:mailto:Anna@wasseramsel.example',
    ],
    [
      true,
      'SUMMARY:Dienst',
      'ATTENDEE;CN=Fremd:mailto:fremd@x.example',
      'ATTENDEE;CN="Wasseramsel, Anna":invalid:nomail',
    ],
    [true, 'SUMMARY:Anna Wasseramsel', 'ATTENDEE;CN=Verteiler:mailto:liste@x.example'],
    [true, 'SUMMARY:On Call - Anna Wasseramsel - Notaufnahme'],
    [true, 'SUMMARY:Anna Wasseramsel On-Call GoAlert: Notaufnahme'],
    [true, 'SUMMARY:On-Call (GoAlert: Notaufnahme)', 'DESCRIPTION:Anna Wasseramsel\\nbis morgen'],
    [true, 'SUMMARY:[L1] Wasseramsel Anna'],
    [true, 'SUMMARY:Bereitschaft: Dr. Anna Wasseramsel (Station 3)'],
    [false, 'SUMMARY:Anna Doppelt'],
    [false, 'SUMMARY:Rufbereitschaft Nacht', 'DESCRIPTION:mit Anna'],
  ];
  for (const [known, ...lines] of kinds) {
    const event = ['BEGIN:VEVENT', 'UID:1', ...lines, `DTSTART:${ahead(2, '100000')}`, 'DURATION:PT1H', 'END:VEVENT'];
    const { importRoster } = await manager.run(
      `mutation ($id: ID!, $calendar: String!) { importRoster(group: $id, calendar: $calendar, dryRun: true) {
        added { person { _id } } unknown { shifts } unreadCount outside cancelled } }`,
      { id: String(id), calendar: ['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR'].join('\n') },
    );
    const added = importRoster.added.map(({ person }: { person: { _id: number } }) => person._id);
    assert.deepEqual(added, known ? [anna.id] : [], lines.join(' '));
    assert.equal(importRoster.unknown.length, known ? 0 : 1);
  }
});

test('the preview names unreadable events and those without coming turns', async () => {
  const { id } = await createGroup(server.app.db);
  const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT'];
  const calendar = [
    'BEGIN:VCALENDAR',
    ...event('SUMMARY:Woche', `DTSTART:${ahead(2, '100000')}`, 'DURATION:PT1H', 'RRULE:FREQ=DAILY;BYMOON=1'),
    ...event('SUMMARY:Gestern', 'DTSTART:20200101T100000Z', 'DURATION:PT1H'),
    ...event('SUMMARY:Nie', `DTSTART:${ahead(3, '100000')}`, 'DURATION:PT1H', 'STATUS:CANCELLED'),
    'END:VCALENDAR',
  ].join('\n');
  const { importRoster } = await manager.run(
    `mutation ($id: ID!, $calendar: String!) { importRoster(group: $id, calendar: $calendar, dryRun: true) {
      addedCount unreadCount unread { name reason part } outside cancelled } }`,
    { id: String(id), calendar },
  );
  assert.deepEqual(importRoster, {
    addedCount: 0,
    unreadCount: 1,
    unread: [{ name: 'Woche', reason: 'RULE', part: 'BYMOON=1' }],
    outside: 1,
    cancelled: 1,
  });
});
