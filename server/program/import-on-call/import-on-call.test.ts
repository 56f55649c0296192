import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { parseCalendar } from '#server/contacts/roster/parse-calendar.ts';
import { goAlertShifts, onCallSources as sources } from '#testing/on-call-sources.ts';
import { readExports } from './read-exports.ts';
import { importReport, peopleCsv, peopleOf, scheduleCalendar, writeFiles } from './write-files.ts';

let dir: string;
before(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-on-call-'));
});
after(() => rm(dir, { recursive: true, force: true }));

const span = { from: new Date('2027-01-01T00:00:00Z'), until: new Date('2027-02-01T00:00:00Z') };

for (const [program, files] of Object.entries(sources)) {
  test(`the roster of an export of ${program} has the same people at the same times`, async () => {
    const all = await readExports(await files());
    assert.equal(all.program, program);
    const [schedule] = all.schedules;
    assert.equal(schedule!.duties.length, 2);
    const { shifts, unread } = parseCalendar({ text: scheduleCalendar(all, schedule!), span, zone: 'UTC' });
    assert.deepEqual(unread, []);
    assert.deepEqual(
      shifts.map(({ candidates, starts, ends }) => [candidates[0]!.email, starts, ends]),
      schedule!.duties.map(({ person, from, until }) => [
        person.email,
        from.toISOString().slice(0, 16),
        until.toISOString().slice(0, 16),
      ]),
    );
  });
}

test('the report names what becomes what, the steps of chains, and what is left out', async () => {
  const reports = await Promise.all(
    Object.values(sources).map(async (files) => importReport(await readExports(await files()))),
  );
  const [grafana, goalert, opsgenie] = reports;
  assert.match(grafana!, /2 users → people/);
  assert.match(grafana!, /- 2 users with only a login name\. Enter the names of new people in people\.csv\./);
  assert.match(grafana!, /schedule "IT-Bereitschaft" → group and roster: 2 shifts from 2027-01-04 to 2027-01-18/);
  assert.match(
    grafana!,
    /1\. notify the people on duty in "IT-Bereitschaft"\n {2}2\. wait 5 minutes\n {2}3\. notify bea\n {2}4\. not carried over: trigger_webhook/,
  );
  assert.match(grafana!, /- The schedule "Netz" has no file with its final shifts\./);
  assert.match(
    goalert!,
    /1\. notify schedule "IT\/Nacht"\n {2}2\. wait 5 minutes\n.*notify user "Bea Berg"\n.*wait 15 minutes\n.*repeat 3 times/,
  );
  assert.match(
    opsgenie!,
    /1\. notify schedule "IT-Bereitschaft"\n {2}2\. wait 10 minutes\n {2}3\. notify user "bea@example\.org"/,
  );
  assert.match(opsgenie!, /- 1 periods of the schedule "IT-Bereitschaft" belong to teams or escalations\./);
});

const readGoAlertShifts = (...given: [shifts: object[], users?: object[]]) => goAlertShifts(dir, ...given);

const month = { start: '2027-01-04T17:00:00Z', end: '2027-02-28T17:00:00Z' };
const night = { start: '2027-01-04T17:00:00Z', end: '2027-01-05T07:00:00Z' };

test('people without an address, or with the address of another, keep their own shifts', async () => {
  const users = [
    { name: 'Alex Adler', email: '' },
    { name: 'Bea Berg', email: ' ' },
    { name: 'Cem Cicek', email: 'leitstelle@example.org' },
    { name: 'Dana Dorn', email: 'Leitstelle@example.org' },
    { name: 'Emil Ernst', email: 'emil@example.org' },
    { name: 'emil ernst', email: 'EMIL@example.org' },
  ];
  const all = await readGoAlertShifts(
    users.map((user) => ({ ...night, user })),
    users,
  );
  assert.deepEqual(
    peopleOf(all).map(({ name, groups }) => [name, groups]),
    users.slice(0, 5).map(({ name }) => [name, ['Nacht']]),
  );
  const { shifts } = parseCalendar({ text: scheduleCalendar(all, all.schedules[0]!), span, zone: 'UTC' });
  assert.deepEqual(
    shifts.map(({ candidates: [first] }) => [first!.words, first!.email?.toLowerCase() ?? null]),
    users.map(({ name }, at) => [name, at < 4 ? null : 'emil@example.org']),
  );
  const report = importReport(all);
  assert.match(report, /- "Alex Adler" has no valid e-mail address\. Their shifts are matched by name\./);
  assert.match(report, /- The address Leitstelle@example\.org of "Dana Dorn" belongs to several users\./);
});

test('names and addresses with line breaks add no lines to calendars and reports', async () => {
  const end = '\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nATTENDEE:mailto:boss@example.org';
  const user = { name: `Alex${end}`, email: `alex@example.org${end}` };
  const all = await readGoAlertShifts([{ ...night, user }], [user]);
  all.leftOut.push('one\u001b[2J\ntwo');
  const { shifts } = parseCalendar({ text: scheduleCalendar(all, all.schedules[0]!), span, zone: 'UTC' });
  assert.deepEqual([shifts.length, shifts[0]!.candidates[0]!.email], [1, null]);
  assert.ok(peopleCsv(all).split('\r\n').length <= 3);
  assert.match(importReport(all), /^- one \[2J two$/m);
});

test('a shift of a whole period becomes shifts that a roster holds, without a gap', async () => {
  const user = { name: 'Alex Adler', email: 'alex@example.org' };
  const all = await readGoAlertShifts([{ ...month, user }]);
  const long = { from: new Date('2027-01-01T00:00:00Z'), until: new Date('2027-04-01T00:00:00Z') };
  const { shifts, unread } = parseCalendar({ text: scheduleCalendar(all, all.schedules[0]!), span: long, zone: 'UTC' });
  assert.deepEqual(unread, []);
  assert.deepEqual(
    shifts.map(({ starts, ends }) => [starts, ends]),
    [
      ['2027-01-04T17:00', '2027-02-01T17:00'],
      ['2027-02-01T17:00', '2027-02-28T17:00'],
    ],
  );
  const years = { start: '2027-01-04T17:00:00Z', end: '9027-01-04T17:00:00Z', user };
  await assert.rejects(readGoAlertShifts([years]), /is longer than a year/);
});

test('a list of Grafana OnCall may have several pages, but all of them', async () => {
  const page = async (name: string, from: number, next: string | null) => {
    const results = [from, from + 1].map((n) => ({ id: `U${n}`, email: `u${n}@example.org`, username: `u${n}` }));
    await writeFile(path.join(dir, `${name}.json`), JSON.stringify({ count: 4, next, results }));
    return path.join(dir, `${name}.json`);
  };
  const [one, two] = [await page('users 1', 1, 'https://x/?page=2'), await page('users 2', 3, null)];
  assert.equal((await readExports([one, two])).people.length, 4);
  await assert.rejects(readExports([one]), /one page of several, and rows of the users are missing/);
  await assert.rejects(readExports([two, two]), /rows of the users are missing/);
});

test('a schedule without shifts gets an empty calendar, and one in two files is refused', async () => {
  const files = await sources['Grafana OnCall']();
  const empty = path.join(dir, 'Netz.json');
  await writeFile(empty, JSON.stringify({ count: 0, next: null, results: [] }));
  const { schedules, leftOut } = await readExports([...files, empty]);
  assert.deepEqual(
    schedules.map(({ name, duties }) => [name, duties.length]),
    [
      ['IT-Bereitschaft', 2],
      ['Netz', 0],
    ],
  );
  assert.ok(!leftOut.some((one) => one.includes('Netz')));
  const same = files.filter((one) => one.includes('IT-Bereitschaft'));
  await assert.rejects(readExports([...files, ...same]), /Two files hold the schedule "IT-Bereitschaft"/);
});

test('refuses foreign, incomplete, partial and huge files with one sentence', async () => {
  const [good] = await sources.GoAlert();
  const text = await readFile(good!, 'utf8');
  const file = path.join(dir, 'x.json');
  const refusal = async (content: string) => {
    await writeFile(file, content);
    return readExports([file]).then(
      () => assert.fail('it was read'),
      (error: Error) => error.message,
    );
  };
  for (const cut of [1, 100, text.length - 3])
    assert.match(await refusal(text.slice(0, cut)), /its end is missing: export it again\.$/);
  assert.match(await refusal(text.replace('"hasNextPage": false', '"hasNextPage": true')), /one page of several/);
  assert.match(await refusal(JSON.stringify({ next: 'https://x', results: [] })), /one page of several/);
  for (const foreign of ['{}', '[]', 'null', '1', '{"data":[]}', '{"results":[{"id":1}]}', '{"__proto__":{}}'])
    assert.match(await refusal(foreign), /no export of Grafana OnCall, GoAlert or Opsgenie/, foreign);
  assert.match(await refusal(text.replace('2027-01-05T07:00:00Z', '2027-01-03T07:00:00Z')), /ends before it begins/);
  await truncate(file, 21 * 1024 * 1024);
  await assert.rejects(readExports([file]), /more than 20 MB/);
  await assert.rejects(readExports([path.join(dir, 'missing.json')]), /cannot be read: ENOENT/);
  await assert.rejects(
    readExports([...(await sources.GoAlert()), ...(await sources.Opsgenie())]),
    /or of several of them/,
  );
});

test('the command writes nothing without a folder, and never over another', async () => {
  const command = path.resolve(import.meta.dirname, 'import-command.ts');
  const run = async (...args: string[]) =>
    promisify(execFile)(process.execPath, [...process.execArgv, command, ...args], { cwd: dir });
  const files = await sources.Opsgenie();
  assert.match((await run(...files)).stdout, /Nothing was written/);
  const to = path.join(dir, 'out');
  assert.match(
    (await run(...files, '--to', to)).stdout,
    /Written to .*people\.csv, report\.txt, 1 IT-Bereitschaft\.ics/,
  );
  assert.deepEqual(
    (await readdir(to)).sort((a, b) => (a < b ? -1 : 1)),
    ['1 IT-Bereitschaft.ics', 'people.csv', 'report.txt'],
  );
  await assert.rejects(run(...files, '--to', to), /exists already: name a new folder/);
  await assert.rejects(run(), /usage: npm run import/);
});

test('a name of a schedule never leaves the folder', async () => {
  const all = await readExports(await sources.GoAlert());
  all.schedules[0]!.name = '../../etc/passwd';
  assert.deepEqual(await writeFiles(path.join(dir, 'safe'), all), [
    'people.csv',
    'report.txt',
    '1 ..-..-etc-passwd.ics',
  ]);
});
