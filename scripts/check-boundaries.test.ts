import assert from 'node:assert/strict';
import test from 'node:test';
import { boundaryFindings, type Floors } from './boundaries.ts';

const floors: Floors = { web: [['lib'], ['fields', 'ui'], ['events'], ['reports'], ['main']] };
const rooms = {
  'web/lib/a.ts': '',
  'web/fields/a.ts': '',
  'web/ui/a.ts': '',
  'web/events/a.ts': '',
  'web/reports/a.ts': '',
  'web/main.tsx': '',
};

/** Findings for these additional files. */
function findings(files: Record<string, string>): string[] {
  const all = Object.entries({ ...rooms, ...files });
  return boundaryFindings(
    all.map(([path, text]) => ({ path, text })),
    floors,
  );
}

const up = [
  'web/events/a.ts imports web/reports/a.ts: reports stands above events, so what both need belongs in web/events or below it (ui, fields, lib)',
];

test('accepts an import that points down and one within a folder', () => {
  const text =
    "import { a } from '#web/events/a.ts';\nimport b from './draft/b.ts';\nimport { b } from '../reports/c.ts';";
  assert.deepEqual(findings({ 'web/reports/a.ts': text, 'web/main.tsx': "import './reports/a.ts';" }), []);
});

test('reports any form of import that points up, with the folders its name may move to', () => {
  for (const text of [
    "import { a } from '#web/reports/a.ts';",
    "import { a } from '../reports/a.ts';",
    "import {\n  type A,\n  a,\n} from '#web/reports/a.ts';",
    "import a, { type A } from '#web/reports/a.ts';",
    "import * as a from '#web/reports/a.ts';",
    "import '#web/reports/a.ts';",
    "const b = 1;\nexport { a } from '#web/reports/a.ts';",
    "export * from '#web/reports/a.ts';",
    "const page = async () => (await import('#web/reports/a.ts')).a;",
  ]) {
    assert.deepEqual(findings({ 'web/events/a.ts': text }), up, text);
  }
});

test('accepts types from any folder', () => {
  for (const text of [
    "import type { A } from '#web/reports/a.ts';",
    "import { type A } from '#web/reports/a.ts';",
    "import {\n  type A,\n  type B as C,\n} from '#web/reports/a.ts';",
    "export type { A } from '#web/reports/a.ts';",
  ]) {
    assert.deepEqual(findings({ 'web/events/a.ts': text }), [], text);
  }
});

test('types between areas of the server also point down', () => {
  const text = "import type { A } from '#server/alerting/a.ts';";
  const files = [
    { path: 'server/platform/a.ts', text },
    { path: 'server/alerting/a.ts', text: '' },
  ];
  assert.deepEqual(boundaryFindings(files, { server: [['platform'], ['alerting']] }), [
    'server/platform/a.ts imports server/alerting/a.ts: alerting stands above platform, so what both need belongs in server/platform or below it (a new floor)',
  ]);
});

test('folders of one level do not import each other', () => {
  assert.deepEqual(findings({ 'web/fields/a.ts': "import { a } from '#web/ui/a.ts';" }), [
    'web/fields/a.ts imports web/ui/a.ts: ui stands beside fields, so what both need belongs below them (lib)',
  ]);
});

test('every folder has a level and every level its folder', () => {
  assert.deepEqual(findings({ 'web/maps/a.ts': '' }), ['web/maps stands on no floor: list it']);
  const { 'web/main.tsx': _, ...rest } = rooms;
  const files = Object.keys(rest).map((path) => ({ path, text: '' }));
  assert.deepEqual(boundaryFindings(files, floors), ['web/main has a floor but is not there']);
});

test('subfolders may have their own levels', () => {
  const inside = { 'server/alerting': [['recipients', 'news'], ['launch']] };
  const at = (from: string, to: string) => {
    const all = {
      'server/alerting/news.ts': '',
      'server/alerting/recipients/a.ts': '',
      'server/alerting/launch/a.ts': '',
    };
    const files = Object.entries({ ...all, [from]: `import { a } from '${to}';` });
    return boundaryFindings(
      files.map(([path, text]) => ({ path, text })),
      inside,
    );
  };
  assert.deepEqual(at('server/alerting/launch/a.ts', '#server/alerting/news.ts'), []);
  assert.deepEqual(at('server/alerting/news.ts', '#server/alerting/launch/a.ts'), [
    'server/alerting/news.ts imports server/alerting/launch/a.ts: launch stands above news, so what both need belongs in server/alerting/news or below it (a new floor)',
  ]);
});

test('ignores a folder without levels', () => {
  assert.deepEqual(findings({ 'server/a/a.ts': "import { b } from '#server/b/b.ts';", 'server/b/b.ts': '' }), []);
});

test('a test may import from any level', () => {
  assert.deepEqual(findings({ 'web/events/a.test.ts': "import { a } from '#web/reports/a.ts';" }), []);
});

test('a folder has at most 30 sources, not counting tests and subfolders', () => {
  const sources = (count: number, ending = '.ts') =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`server/alerting/launch/f${index}${ending}`, '']));
  const beside = { 'server/alerting/send.ts': '', ...sources(30, '.test.ts') };
  assert.deepEqual(findings({ ...beside, ...sources(30) }), []);
  assert.deepEqual(findings({ ...beside, ...sources(31) }), [
    'server/alerting/launch has 31 sources, more than 30: divide it by what they do',
  ]);
});

test('shared code imports neither side, the sides not each other, and each area keeps its SQL', () => {
  const at = (from: string, to: string) =>
    findings({ [from]: `import type { A } from '${to}';` }).map((text) => text.split(': ')[1]);
  assert.deepEqual(at('shared/a.ts', '#server/a/a.ts'), ['shared code knows neither side']);
  assert.deepEqual(at('shared/a.ts', 'node:fs'), ['shared code runs in the browser too']);
  assert.deepEqual(at('web/lib/b.ts', 'node:fs'), ['web code runs in the browser']);
  assert.deepEqual(at('web/lib/b.ts', '#server/a/a.ts'), ['the web application talks to the server over the API only']);
  assert.deepEqual(at('server/a/a.ts', '#web/lib/a.ts'), ['the server does not know the web application']);
  assert.deepEqual(at('server/a/a.ts', '#testing/api.ts'), ['only tests use test code']);
  assert.deepEqual(at('server/a/a.ts', '#server/b/queries.ts'), ['call a verb of server/b instead of its SQL']);
  assert.deepEqual(at('server/a/a.test.ts', '#testing/api.ts'), []);
});

test('only the seed imports the demo hospital, and only on request', () => {
  const told = (file: string) =>
    `${file} imports demo/demo.ts: the product runs without demo: only server/program/seed/seed.ts imports it, when it is asked for`;
  const eager = "import { seedDemo } from '#demo/demo.ts';";
  const lazily = (path: string) => `const { seedDemo } = await import('${path}');`; // no import of this file's own
  const lazy = lazily('#demo/demo.ts');
  assert.deepEqual(findings({ 'server/program/seed/seed.ts': lazy, 'demo/people.ts': eager }), []);
  for (const [file, text] of [
    ['server/program/seed/seed.ts', eager],
    ['server/events/a.ts', lazy],
    ['e2e/a.spec.ts', eager],
    ['scripts/a.ts', lazy],
  ] as const) {
    assert.deepEqual(findings({ [file]: text }), [told(file)]);
  }
});
