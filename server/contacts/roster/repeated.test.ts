import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { fromLocalInput } from '#shared/zoned.ts';
import { createGroup, createPerson } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let manager: TestClient;
let group: string;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  manager = await server.as('contact_manager');
  await createPerson(server.app.db, { firstName: 'Frieda', lastName: 'Kalender' });
  group = String((await createGroup(server.app.db)).id);
});
after(() => server.stop());

const packed = (text: string) => text.replace(/[-:]/g, '').replace('.000', '');
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** 18:00 in Berlin in this many days, locally and in UTC. */
const wall = (days: number, time = '18:00') => packed(`${day(days)}T${time}:00`);
const utc = (days: number) => packed(fromLocalInput(`${day(days)}T18:00`, 'Europe/Berlin')!);

const shift = (days: number, zone: string, time = '18:00') =>
  `DTSTART${zone}:${wall(days, time)}\r\nDTEND${zone}:${wall(days, '23:00')}`;
const event = (...lines: string[]) =>
  ['BEGIN:VEVENT', 'UID:one', 'DTSTAMP:20260101T000000Z', 'SUMMARY:Frieda Kalender', ...lines, 'END:VEVENT'].join(
    '\r\n',
  );
const berlin = ';TZID=Europe/Berlin';

/** Days and times of a calendar's shifts. */
async function begun(...parts: string[]): Promise<string[]> {
  const calendar = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', ...parts, 'END:VCALENDAR'].join('\r\n');
  const document = `mutation ($group: ID!, $calendar: String!) {
    importRoster(group: $group, calendar: $calendar, dryRun: true) { added { starts } } }`;
  const { added } = (await manager.run(document, { group, calendar })).importRoster;
  const today = Date.parse(day(0));
  return added.map(({ starts }: { starts: string }) => {
    const [date, time] = starts.split('T');
    return `${(Date.parse(date!) - today) / 86_400_000} ${time}`;
  });
}

test('repetitions in an undescribed zone end, pause and move at moments in UTC', async () => {
  for (const zone of [berlin, ';TZID=Nowhere Time', '']) {
    const weekly = shift(3, zone);
    assert.deepEqual(
      await begun(event(weekly, `RRULE:FREQ=WEEKLY;UNTIL=${utc(17)}`)),
      ['3 18:00', '10 18:00', '17 18:00'],
      `the last one${zone}`,
    );
    assert.deepEqual(
      await begun(event(weekly, 'RRULE:FREQ=WEEKLY;COUNT=3', `EXDATE:${utc(10)}`)),
      ['3 18:00', '17 18:00'],
      `without the second${zone}`,
    );
    assert.deepEqual(
      await begun(
        event(weekly, 'RRULE:FREQ=WEEKLY;COUNT=3'),
        event(`RECURRENCE-ID:${utc(10)}`, shift(11, zone, '09:00')),
      ),
      ['3 18:00', '11 09:00', '17 18:00'],
      `the second moved${zone}`,
    );
  }
});

test('a series that ends on a day without a time still has its turn on that day', async () => {
  assert.deepEqual(await begun(event(shift(3, berlin), `RRULE:FREQ=WEEKLY;UNTIL=${packed(day(10))}`)), [
    '3 18:00',
    '10 18:00',
  ]);
});

test('the first one is a turn too if only days are listed', async () => {
  const listed = `RDATE${berlin}:${wall(5)},${wall(9)}`;
  assert.deepEqual(await begun(event(shift(3, berlin), listed)), ['3 18:00', '5 18:00', '9 18:00']);
  assert.deepEqual(await begun(event(shift(3, berlin), `RDATE${berlin}:${wall(3)},${wall(5)}`)), [
    '3 18:00',
    '5 18:00',
  ]);
});

test('excluded days stay excluded after any number of days that never existed', async () => {
  const out = [wall(3, '09:00'), wall(4), wall(5), wall(10)].map((one) => `EXDATE${berlin}:${one}`);
  assert.deepEqual(await begun(event(shift(3, berlin), 'RRULE:FREQ=WEEKLY;COUNT=3', ...out)), ['3 18:00', '17 18:00']);
});

test('a change of one turn and all later ones moves each of them', async () => {
  const change = event(`RECURRENCE-ID;RANGE=THISANDFUTURE${berlin}:${wall(10)}`, shift(10, berlin, '20:00'));
  assert.deepEqual(await begun(event(shift(3, berlin), 'RRULE:FREQ=WEEKLY;COUNT=4'), change), [
    '3 18:00',
    '10 20:00',
    '17 20:00',
    '24 20:00',
  ]);
});
