import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { parseCalendar } from '#server/contacts/roster/parse-calendar.ts';
import { createGroup, createPerson } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';
import { uploadCsv } from '#testing/uploads.ts';
import { readExports } from './read-exports.ts';
import { importReport, peopleCsv, scheduleCalendar, writeFiles } from './write-files.ts';

const samples = path.resolve(import.meta.dirname, '../../../testing/on-call-exports');
const filesOf = async (folder: string) =>
  (await readdir(path.join(samples, folder))).map((name) => path.join(samples, folder, name));
const sources = {
  'Grafana OnCall': () => filesOf('grafana-oncall'),
  GoAlert: async () => [path.join(samples, 'goalert.json')],
  Opsgenie: () => filesOf('opsgenie'),
};

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
    const { shifts, unread } = parseCalendar({ text: scheduleCalendar(schedule!), span, zone: 'UTC' });
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

test('upload and roster take the files, with a dry run and an undo', async () => {
  const server = await startTestServer({ ROLES: 'web' });
  try {
    const all = await readExports(await sources.GoAlert());
    const { db } = server.app;
    const known = await createPerson(db, { firstName: 'Alex', lastName: 'Adler', email: 'alex@example.org' });
    const client = await server.as('administrator', 'contact_manager');
    const dry = (await uploadCsv(server, client, peopleCsv(all), { dryRun: true, name: 'people.csv' })).data
      .uploadPeople;
    assert.deepEqual([dry.created, dry.failed, dry.canApply], [1, 0, true], JSON.stringify(dry.notes));
    assert.ok(
      dry.rows.some((row: { person: { _id: number } | null }) => row.person?._id === known.id),
      'matched by mail',
    );
    await createPerson(db, { firstName: 'Bea', lastName: 'Berg', email: 'bea@example.org' });
    const { id } = await createGroup(db, { name: 'IT/Nacht' });
    const roster = `mutation ($group: ID!, $calendar: String!, $dryRun: Boolean!) {
      importRoster(group: $group, calendar: $calendar, dryRun: $dryRun) { added { starts } unknown { name } } }`;
    const variables = { group: String(id), calendar: scheduleCalendar(all.schedules[0]!) };
    for (const dryRun of [true, false]) {
      const { importRoster } = await client.run(roster, { ...variables, dryRun });
      assert.deepEqual([importRoster.added.length, importRoster.unknown], [2, []]);
    }
    const again = (await client.run(roster, { ...variables, dryRun: true })).importRoster;
    assert.equal(again.added.length, 0, 'a second import adds nothing');
  } finally {
    await server.stop();
  }
});
