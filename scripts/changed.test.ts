import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { changedFiles, chooseTests } from './changed.ts';

const program: Record<string, string> = {
  'server/server.ts': "import '#server/schema.ts';",
  'server/schema.ts': [
    "import '#server/tasks/schema.ts';",
    "import '#server/contacts/people/people.ts';",
    ...Array.from({ length: 15 }, (_, index) => `import '#server/other/f${index}.ts';`),
  ].join('\n'),
  ...Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`server/other/f${index}.ts`, ''])),
  'testing/server.ts': "import '#server/server.ts';\nimport '#server/sign-in/sign-in.ts';",
  'server/sign-in/sign-in.ts': '',
  'server/tasks/schema.ts': "import { finishTask } from './finish.ts';",
  'server/tasks/finish.ts': "import '#server/dates/dates.ts';\nexport async function finishTask() {}",
  'server/tasks/tasks.test.ts': "import '#testing/server.ts';",
  'server/tasks/crash.test.ts': "import '#testing/server.ts';",
  'server/dates/dates.ts': '',
  'server/dates/dates.test.ts': "import './dates.ts';",
  'server/contacts/contacts.test.ts': "import '#testing/server.ts';",
  'server/contacts/people/people.ts': "import type { A } from '#server/dates/dates.ts';\nselectFrom('peopleNames');",
  'server/database/migrate.ts': "path.resolve(import.meta.dirname, '../../migrations');",
  'server/database/migrate.test.ts': "import './migrate.ts';",
  'migrations/2_names.sql': 'create table people_names (id int);',
  'schema.graphql': 'type Mutation {\n  finishTask(id: ID!): Task\n}',
  'web/main.tsx': "import './routes.tsx';",
  'web/routes.tsx': [
    "import '#web/layout/Bar.tsx';",
    "page('/events', async () => (await import('#web/shows/EventsPage.tsx')).EventsPage),",
    "page('/event/:eventId', async () => (await import('#web/shows/EventPage.tsx')).EventPage),",
    "page('/people', async () => (await import('#web/people/PeoplePage.tsx')).PeoplePage),",
    ...Array.from({ length: 15 }, (_, index) => `import '#web/other/f${index}.ts';`),
  ].join('\n'),
  ...Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`web/other/f${index}.ts`, ''])),
  'web/layout/Bar.tsx': "const { t } = useTranslation('layout');\nt('away');",
  'web/shows/EventsPage.tsx': "import '#web/ui/Table.tsx';",
  'web/shows/EventPage.tsx': "import '#web/shows/Tasks.tsx';\nimport './EventPage.module.css';",
  'web/shows/Tasks.tsx': "graphql('mutation { finishTask(id: 1) { id } }');",
  'web/people/PeoplePage.tsx': "import '#web/ui/Table.tsx';\nuseTranslation('people');",
  'web/ui/Table.tsx': '',
  'web/public/locales/de/layout.json': '{ "away": "Abmelden" }',
  'e2e/sign-in.ts': "page.goto('/#/');",
  'e2e/event-list.spec.ts': "import './sign-in.ts';\ntest('a', () => page.goto('/#/events'));",
  'e2e/event.spec.ts':
    "import './sign-in.ts';\nimport { alarm } from './alarm.ts';\ntest('a', () => page.goto('/#' + alarm));",
  'e2e/alarm.ts': `export const alarm = \`/event/\${event.id}\`;`,
  'e2e/people.spec.ts': "test('a', () => page.goto('/#/people?view=1').then(() => page.getByText('Abmelden')));",
};
const files = Object.entries(program).map(([file, text]) => ({ path: file, text }));
const all = {
  tests: Object.keys(program).filter((file) => file.endsWith('.test.ts')),
  journeys: Object.keys(program).filter((file) => file.endsWith('.spec.ts')),
};
const chosen = (...changed: string[]) => {
  const { tests, journeys } = chooseTests(all, changed, files);
  return { tests, journeys };
};

test('a server file selects importing tests and those of its and importing folders, not all', () => {
  assert.deepEqual(chosen('server/dates/dates.ts').tests, ['server/dates/dates.test.ts', 'server/tasks/tasks.test.ts']);
  assert.deepEqual(chosen('server/sign-in/sign-in.ts').tests, []);
});

test('without tests in its folder, a file selects those of the parent folder', () => {
  assert.deepEqual(chosen('server/contacts/people/people.ts').tests, ['server/contacts/contacts.test.ts']);
});

test('a changed test runs alone, also one that kills processes', () => {
  assert.deepEqual(chosen('server/tasks/crash.test.ts'), { tests: ['server/tasks/crash.test.ts'], journeys: [] });
  assert.deepEqual(chosen('e2e/people.spec.ts'), { tests: [], journeys: ['e2e/people.spec.ts'] });
});

test('a changed helper selects all tests that use it', () => {
  assert.deepEqual(chosen('testing/server.ts').tests, [
    'server/contacts/contacts.test.ts',
    'server/tasks/tasks.test.ts',
  ]);
  assert.deepEqual(chosen('e2e/sign-in.ts').journeys, ['e2e/event-list.spec.ts', 'e2e/event.spec.ts']);
});

test('a migration selects the tests of the database and of its tables', () => {
  assert.deepEqual(chosen('migrations/2_names.sql').tests, [
    'server/database/migrate.test.ts',
    'server/contacts/contacts.test.ts',
  ]);
});

test('a web file selects the journeys that open its pages', () => {
  assert.deepEqual(chosen('web/ui/Table.tsx').journeys, ['e2e/event-list.spec.ts', 'e2e/people.spec.ts']);
  assert.deepEqual(chosen('web/shows/EventPage.module.css').journeys, ['e2e/event.spec.ts']);
  assert.deepEqual(chosen('web/public/locales/en/people.json').journeys, ['e2e/people.spec.ts']);
});

test('a part of every page selects all journeys, first those that look for its texts', () => {
  const { journeys } = chosen('web/layout/Bar.tsx');
  assert.equal(journeys[0], 'e2e/people.spec.ts');
  assert.equal(journeys.length, 3);
});

test('a server file selects the journeys that use its API operations', () => {
  assert.deepEqual(chosen('server/tasks/finish.ts').journeys, ['e2e/event.spec.ts']);
});

test('a file that all tests depend on selects all tests', () => {
  for (const file of [
    'package-lock.json',
    'tsconfig.server.json',
    'scripts/test-together.ts',
    'playwright.config.ts',
  ]) {
    const { why, ...both } = chooseTests(all, [file, 'server/tasks/finish.ts'], files);
    assert.deepEqual(both, all);
    assert.equal(why, `${file} changed, which every test depends on, so all tests run.`);
  }
});

test('chooses no more tests than run in time, and the reason counts the rest', () => {
  const many = (folder: string, ending: string) => Array.from({ length: 50 }, (_, n) => `${folder}/n${n}${ending}`);
  const tests = many('server/tasks', '.test.ts');
  const journeys = many('e2e', '.spec.ts');
  const more = journeys.map((file) => ({
    path: file,
    text: "for (const [a] of [['de', 1], ['en', 2]]) {\n  test(a, () => page.goto('/#/event/5'));\n}",
  }));
  const found = chooseTests({ tests, journeys }, ['server/tasks/finish.ts'], [...files, ...more]);
  assert.equal(found.tests.length, 40);
  assert.equal(found.journeys.length, 4);
  assert.equal(
    found.why,
    'Changed: server/tasks/finish.ts. Nearest tests: 40 test files (10 farther away left out), 4 journeys (46 farther away left out). Only npm test without --changed runs all.',
  );
});

test('the reason reports a change that no test reaches', () => {
  assert.equal(chooseTests(all, ['docs/a.md'], files).why, 'Changed: docs/a.md. No test reaches that.');
  assert.equal(chooseTests(all, [], files).why, 'Nothing changed, so no tests run.');
});

test('lists the files that differ from the upstream branch, including uncommitted ones', async (t) => {
  const root = mkdtempSync(path.join(tmpdir(), 'meldekette-changed-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const clone = path.join(root, 'clone');
  // a git hook that runs the tests names its own repository
  for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) delete process.env[name];
  const settings = ['user.name=a', 'user.email=a@example.org', 'commit.gpgsign=false'].flatMap((one) => ['-c', one]);
  const git = (folder: string, ...args: string[]) =>
    execFileSync('git', [...settings, ...args], {
      cwd: folder,
      stdio: 'pipe',
    });
  const commit = (folder: string, file: string) => {
    writeFileSync(path.join(folder, file), file);
    git(folder, 'add', '.');
    git(folder, 'commit', '--quiet', '--message', file);
  };
  const origin = path.join(root, 'origin');
  mkdirSync(origin);
  git(origin, 'init', '--quiet', '--initial-branch=main');
  commit(origin, 'old.ts');
  assert.deepEqual(await changedFiles(origin), []);
  git(root, 'clone', '--quiet', origin, clone);
  commit(origin, 'of-others.ts');
  git(clone, 'fetch', '--quiet');
  commit(clone, 'committed.ts');
  writeFileSync(path.join(clone, 'old.ts'), 'changed');
  writeFileSync(path.join(clone, 'new file ä.ts'), '');
  assert.deepEqual(await changedFiles(clone), ['committed.ts', 'new file ä.ts', 'old.ts']);
  git(clone, 'checkout', '--quiet', '-b', 'without-upstream');
  assert.deepEqual(await changedFiles(clone), ['committed.ts', 'new file ä.ts', 'old.ts']);
});
