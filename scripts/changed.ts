// Chooses the tests of a change for `npm test -- --changed`. A change is what differs from the upstream branch, including
// uncommitted and untracked files.
//
// Nearly every server test starts the whole program and nearly every page imports the same components, so following all
// imports would choose everything. Each test gets a distance instead:
//
// - 0: the test itself changed.
// - A test that imports a changed file: the number of import steps. Steps don't lead through the assembly of the program
//   (files that reach a quarter of all sources, such as server/program/app.ts) or through test helpers, unless these changed.
// - A test in the folder of a changed file: 1, and one more for each folder above. On the server, where tests use the API
//   instead of imports, also a test in the folder of a file that imports a changed one, one step farther.
// - A journey: the import steps from a page that it opens (web/routes.tsx) to a changed file. From the server, folders of
//   the same name and API operations lead to web files. A journey named like a changed file or folder is near too. At the
//   same distance, a journey that looks for texts of a changed component comes first.
//
// The nearest tests are chosen, as many as run in about 90 seconds on two cores. The reason counts those left out.
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { importsOf } from './boundaries.ts';
import { type SourceFile, sourceFiles } from './source-files.ts';
import { findUses } from './translation-keys.ts';

interface Tests {
  tests: string[];
  journeys: string[];
}

/** Steps from each file to the nearest change. */
type Steps = Map<string, number>;

interface Graph {
  files: SourceFile[];
  texts: Map<string, string>;
  importers: Map<string, string[]>;
  assembly: Set<string>;
}

const mostTests = 40;
const mostJourneys = 8;
// seconds with two processes
const seconds = { ofFile: 2, ofSignIn: 6, ofPage: 1, ofAll: 140 };
// Files that affect all tests.
const runner =
  /^(package(-lock)?\.json|tsconfig[\w.]*\.json|(playwright|vite)\.config\.ts|scripts\/test[\w-]*\.ts|e2e\/(server|all-ready)\.ts)$/;
// web/first.ts shows these without the router
const pagesBeforeRouter = {
  '/login': 'web/sign-in/sign-in-page.ts',
  '/event/:eventId/monitor/:token': 'web/monitor/start.tsx',
};

/** Returns likely broken tests, with the reason. */
export async function testsOfChange(all: Tests, changed?: string[]): Promise<Tests & { why: string }> {
  const found = changed ?? (await changedFiles().catch(() => undefined));
  if (!found) return { ...all, why: 'Git does not report what changed, so all tests run.' };
  const sources = sourceFiles('server', 'testing', 'shared', 'web', 'demo', 'scripts', 'e2e');
  const others = globSync([
    'migrations/*.sql',
    'schema.graphql',
    'playwright.config.ts',
    'web/public/locales/*/*.json',
  ]);
  const read = others.map((file) => ({ path: file.replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }));
  return chooseTests(all, found, [...sources, ...read]);
}

const run = promisify(execFile);

/** Lists files that differ from the upstream branch, origin/main, or HEAD. */
export async function changedFiles(root = '.'): Promise<string[]> {
  const git = async (...args: string[]) => (await run('git', args, { cwd: root, maxBuffer: 2 ** 26 })).stdout;
  const mergeBase = (branch: string) => git('merge-base', 'HEAD', branch);
  const base = await mergeBase('@{upstream}')
    .catch(() => mergeBase('origin/main'))
    .catch(() => 'HEAD');
  const lists = await Promise.all([
    git('diff', '--name-only', '--no-renames', '--relative', '-z', base.trim()),
    git('ls-files', '--others', '--exclude-standard', '-z'),
  ]);
  return [...new Set(lists.flatMap((list) => list.split('\0')).filter(Boolean))].sort();
}

/** Chooses from `all` what `changed` reaches in these sources. */
export function chooseTests(all: Tests, changed: string[], files: SourceFile[]): Tests & { why: string } {
  const graph = graphOf(files);
  const common = changed.find((file) => runner.test(file) || isPartOfRunner(file, graph));
  if (common) return { ...all, why: `${common} changed, which every test depends on, so all tests run.` };
  const steps = stepsTo(startsOf(changed, graph), graph);
  const testDistances = distancesOfTests(all.tests, changed, { steps, graph });
  const opened = openedPages(all.journeys, graph);
  const journeyDistances = distancesOfJourneys(opened, changed, { steps, graph });
  const tests = nearest(testDistances, path.posix.dirname).slice(0, mostTests);
  const journeys = within(seconds.ofAll - tests.length * seconds.ofFile, nearest(journeyDistances), { opened, graph });
  const chosen = { tests, journeys };
  return { ...chosen, why: whyThese(changed, chosen, { tests: testDistances.size, journeys: journeyDistances.size }) };
}

const isPartOfRunner = (file: string, { importers }: Graph) =>
  /^(scripts|e2e)\//.test(file) && (importers.get(file) ?? []).some((importer) => runner.test(importer));

function whyThese(changed: string[], chosen: Tests, reached: Record<keyof Tests, number>): string {
  if (changed.length === 0) return 'Nothing changed, so no tests run.';
  const part = (name: string, of: keyof Tests) => {
    const { length } = chosen[of];
    const left = reached[of] - length;
    return `${length} ${name}${length === 1 ? '' : 's'}${left > 0 ? ` (${left} farther away left out)` : ''}`;
  };
  const [first = '', ...more] = changed;
  const files = more.length > 0 ? `${first} and ${more.length} more` : first;
  if (reached.tests + reached.journeys === 0) return `Changed: ${files}. No test reaches that.`;
  const parts = `${part('test file', 'tests')}, ${part('journey', 'journeys')}`;
  return `Changed: ${files}. Nearest tests: ${parts}. Only npm test without --changed runs all.`;
}

type Opened = Map<string, string[]>;

/** Returns journeys within seconds, at least one. */
function within(limit: number, journeys: string[], { opened, graph }: { opened: Opened; graph: Graph }): string[] {
  const chosen: string[] = [];
  let left = limit;
  for (const journey of journeys) {
    const pages = opened.get(journey)?.length ?? 0;
    const needed = testsIn(graph.texts.get(journey) ?? '') * (seconds.ofSignIn + seconds.ofPage * pages);
    const isTooLong = needed > Math.min(left, seconds.ofAll / 2); // so that one doesn't displace all others
    if (chosen.length >= mostJourneys || (chosen.length > 0 && isTooLong)) continue;
    chosen.push(journey);
    left -= needed;
  }
  return chosen;
}

/** Counts a journey file's tests, with loops. */
function testsIn(text: string): number {
  let count = 0;
  const rest = text.replaceAll(/^for \(const .*? of (.*?)\) \{\n(.*?)^\}/gms, (_, list: string, body: string) => {
    const [usual = ''] = list.split(/\] as const,/); // the rest runs on demand only (e2e/in-full.ts)
    const isTable = /\[\s*\[/.test(usual);
    const length = usual.match(isTable ? /\[[^[\]\s]/g : /[^,[\]\s][^,]*/g)?.length ?? 1;
    count += length * (body.match(/^ +test\(/gm)?.length ?? 0);
    return '';
  });
  return count + (rest.match(/^ *test\(/gm)?.length ?? 0);
}

function graphOf(files: SourceFile[]): Graph {
  const imports = new Map(files.map((file) => [file.path, importedBy(file)]));
  const importers = new Map<string, string[]>();
  for (const [file, all] of imports) for (const one of all) importers.set(one, [...(importers.get(one) ?? []), file]);
  const sources = files.filter((file) => !isTest(file.path));
  const reachOf = (file: string) => {
    const reached = new Set([file]);
    for (const one of reached) for (const next of imports.get(one) ?? []) reached.add(next);
    return reached.size;
  };
  const assembly = sources.map((file) => file.path).filter((file) => reachOf(file) > sources.length / 4);
  const texts = new Map(files.map((file) => [file.path, file.text]));
  return { files, texts, importers, assembly: new Set(assembly) };
}

const isTest = (file: string) => /\.(test|spec)\.ts$/.test(file);
const isHelper = (file: string) => !isTest(file) && /^(shared\/)?testing\/|^e2e\//.test(file);

/** Returns what a file loads: imports, named files, texts. */
function importedBy(file: SourceFile): string[] {
  const code = importsOf(file).filter(({ isType }) => !isType);
  const named = [...file.text.matchAll(/(?<!\bfrom )'([\w.-]+\/[^'\n]+)'/g)].map(([, name = '']) =>
    name.startsWith('.') ? path.posix.join(path.posix.dirname(file.path), name) : name.replace(/\.tsx?$/, ''),
  );
  const namespaces = [...file.text.matchAll(/\buseTranslation\(([^)]*)\)/g)].flatMap(
    ([, list]) => list?.match(/\w+/g) ?? ['common'],
  );
  const texts = namespaces.map((namespace) => `web/public/locales/*/${namespace}.json`);
  return [...new Set([...code.map(({ to }) => to), ...named, ...texts])];
}

/** Returns changed nodes; users of a migration's tables are one step away. */
function startsOf(changed: string[], { files }: Graph): Steps {
  const starts: Steps = new Map();
  for (const file of changed) {
    const folder = path.posix.dirname(file);
    for (const node of [file, file.replace(/(?<=^web\/public\/locales\/)[^/]+/, '*'), folder]) {
      if (node !== '.') starts.set(node, 0);
    }
  }
  const migrations = files.filter((file) => file.path.endsWith('.sql') && changed.includes(file.path));
  const tables = migrations.flatMap(({ text }) => [...text.matchAll(/^(?:create|alter) table (\w+)/gm)]);
  const names = tables.map(([, table = '']) => table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
  const uses = new RegExp(`['"](?:${names.join('|')})\\b`);
  for (const { path: file, text } of names.length > 0 ? files : []) {
    if (file.startsWith('server/') && !isTest(file) && uses.test(text)) starts.set(file, 1);
  }
  return starts;
}

function stepsTo(starts: Steps, { importers, assembly }: Graph): Steps {
  const steps = new Map([...starts].sort(([, a], [, b]) => a - b));
  const isHelperChanged = [...starts.keys()].some(isHelper);
  for (const [file, count] of steps) {
    if (!starts.has(file) && (assembly.has(file) || (isHelper(file) && !isHelperChanged))) continue;
    for (const importer of importers.get(file) ?? []) if (!steps.has(importer)) steps.set(importer, count + 1);
  }
  return steps;
}

interface Reached {
  steps: Steps;
  graph: Graph;
}

function distancesOfTests(tests: string[], changed: string[], { steps, graph }: Reached): Steps {
  const byFolder = distancesOfFolders(steps, graph);
  const distances: Steps = new Map();
  for (const test of tests) {
    // tests that kill processes take minutes
    if (test.endsWith('crash.test.ts') && !changed.includes(test)) continue;
    add(distances, test, steps.get(test));
    add(distances, test, byFolder.get(path.posix.dirname(test)));
  }
  return distances;
}

function add(distances: Steps, file: string, distance = Number.POSITIVE_INFINITY): void {
  if (distance < (distances.get(file) ?? Number.POSITIVE_INFINITY)) distances.set(file, distance);
}

/** Returns changed and importing folders, with those above. */
function distancesOfFolders(steps: Steps, { assembly }: Graph): Steps {
  const distances: Steps = new Map();
  for (const [file, count] of steps) {
    const isNear = count <= (file.startsWith('server/') ? 1 : 0) && path.posix.extname(file) !== '';
    if (!isNear || isTest(file) || (count > 0 && (assembly.has(file) || isHelper(file)))) continue;
    const parts = path.posix.dirname(file).split('/');
    // tests right below server/ are not of one concept
    for (let depth = parts.length; depth > 1; depth--) {
      add(distances, parts.slice(0, depth).join('/'), count + 1 + parts.length - depth);
    }
  }
  return distances;
}

function distancesOfJourneys(opened: Opened, changed: string[], { steps, graph }: Reached): Steps {
  const sources = changed.filter((file) => !isTest(file) && !file.startsWith('e2e/'));
  const reached = stepsTo(webStartsOf(sources, { steps, graph }), graph);
  const alike = alikeByTexts([...opened.keys()], sources, graph.files);
  const isWeb = sources.some((file) => file.startsWith('web/') && !file.endsWith('.d.ts'));
  const isShell = isWeb && ![...opened.values()].flat().some((page) => reached.has(page)); // a part of every page
  const distances: Steps = new Map();
  for (const [journey, pages] of opened) {
    // the one with fewest pages is most specific
    const order = Math.max(0, 0.8 - (alike.get(journey) ?? 0)) + pages.length / 1000;
    add(distances, journey, reached.get(journey));
    for (const file of sources) add(distances, journey, distanceByName(journey, file));
    for (const page of pages) add(distances, journey, (isShell ? 9 : (reached.get(page) ?? Number.NaN)) + 1 + order);
  }
  return distances;
}

/** Returns how many rare texts a journey shares with changed web files. */
function alikeByTexts(journeys: string[], changed: string[], files: SourceFile[]): Map<string, number> {
  const locales = files.filter(({ path: file }) => file.startsWith('web/public/locales/'));
  const namespaces = [...new Set(locales.map((file) => path.posix.basename(file.path, '.json')))];
  const sources = files.filter((file) => /^web\/.*\.tsx?$/.test(file.path) && changed.includes(file.path));
  const keys = [...findUses(sources, namespaces).keys.keys()].flatMap((key) => key.split(' '));
  const texts = new Set(locales.flatMap((file) => textsOf(file, keys)).filter((text) => text.length > 5));
  const own = files.filter((file) => journeys.includes(file.path));
  const alike = new Map<string, number>();
  for (const text of texts) {
    const found = own.filter((journey) => journey.text.includes(text));
    for (const { path: journey } of found) alike.set(journey, (alike.get(journey) ?? 0) + 1 / found.length);
  }
  return alike;
}

function textsOf(locale: SourceFile, keys: string[]): string[] {
  const all: unknown = JSON.parse(locale.text);
  const prefix = `${path.posix.basename(locale.path, '.json')}:`;
  return keys
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length).split('.').reduce(propertyOf, all))
    .filter((text) => typeof text === 'string')
    .filter((text) => !text.includes('{{'));
}

const propertyOf = (value: unknown, name: string): unknown =>
  value instanceof Object ? Reflect.get(value, name) : undefined;

/** Returns changed files, and web files of the same concept or API operation. */
function webStartsOf(changed: string[], { steps, graph: { files, texts, assembly } }: Reached): Steps {
  const starts: Steps = new Map([...steps].filter(([, count]) => count === 0));
  const web = files.filter(({ path: file }) => /^(web|e2e)\//.test(file));
  const folders = [...new Set(web.map(({ path: file }) => path.posix.dirname(file)))].sort(
    (a, b) => a.length - b.length,
  );
  for (const file of changed.filter((one) => /^(server|shared)\//.test(one))) {
    const own = path.posix.dirname(file).split('/').slice(1).reverse();
    const same = own.map((name) => folders.find((folder) => folder.endsWith(`/${name}`))).find(Boolean);
    for (const one of web) if (same && one.path.startsWith(`${same}/`)) add(starts, one.path, 2);
  }
  const schema = texts.get('schema.graphql') ?? '';
  const operations = new Set([...schema.matchAll(/^ {2}([a-z]+[A-Z]\w*)[(:]/gm)].map(([, name = '']) => name));
  const isCommon = [...steps.values()].filter((count) => count === 1).length > 15; // most operations need it
  for (const { path: file, text } of files) {
    const count = steps.get(file) ?? Number.POSITIVE_INFINITY;
    if (
      count > (isCommon ? 0 : 2) ||
      !file.startsWith('server/') ||
      isTest(file) ||
      isHelper(file) ||
      assembly.has(file)
    )
      continue;
    const exported = [...text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name = '']) => name);
    const names = exported.filter((name) => operations.has(name));
    const uses = new RegExp(`\\b(?:${names.join('|')})\\(`);
    for (const one of web) if (names.length > 0 && uses.test(one.text)) add(starts, one.path, count * 2 + 1);
  }
  return starts;
}

interface Route {
  pattern: string;
  page: string;
}

function routesOf(text: string): Route[] {
  const imported = new Map(
    [...text.matchAll(/^import \{ (\w+) \} from '#([^']+)'/gm)].map(([, name = '', file = '']) => [name, file]),
  );
  const lazy = [...text.matchAll(/\bpage\(\s*'([^']+)',\s*async \(\) => \(await import\('#([^']+)'\)\)/g)];
  const eager = [...text.matchAll(/\{ path: '([^']+)', Component: (\w+) \}/g)];
  return [
    ...lazy.map(([, pattern = '', page = '']) => ({ pattern, page })),
    ...eager.map(([, pattern = '', name = '']) => ({ pattern, page: imported.get(name) ?? '' })),
    ...Object.entries(pagesBeforeRouter).map(([pattern, page]) => ({ pattern, page })),
  ].filter(({ page }) => page !== '');
}

/** Returns the pages that journeys open. */
function openedPages(journeys: string[], { texts }: Graph): Opened {
  const routes = routesOf(texts.get('web/routes.tsx') ?? '');
  const pageOf = (opened: string) =>
    routes.find(({ pattern }) => path.posix.matchesGlob(opened, pattern.replaceAll(/:\w+/g, '*')))?.page;
  const pagesOf = (journey: string) => {
    const parts = new Set([journey]);
    const pages = new Set<string>();
    for (const file of parts) {
      const text = texts.get(file) ?? '';
      for (const { to } of importsOf({ path: file, text })) if (to.startsWith('e2e/')) parts.add(to);
      for (const [, start, literal = ''] of text.replaceAll(/\$\{[^{}]*\}/g, '1').matchAll(quotedPath)) {
        // a lone slash is mostly no page
        if (literal === '/' && (file !== journey || !start)) continue;
        const page = pageOf(literal);
        if (page) pages.add(page);
      }
    }
    return [...pages];
  };
  return new Map(journeys.map((journey) => [journey, pagesOf(journey)]));
}

const quotedPath = /['"`](\/?#)?(\/[^'"`?\s]*)/g;

const wordsOf = (name: string) =>
  name
    .replace(/\..*/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split('-')
    .map((word) => word.replace(/s$/, ''));

/** A journey of the same name is one step away, with shared words two. */
function distanceByName(journey: string, file: string): number {
  const own = new Set(wordsOf(path.posix.basename(journey)));
  const [name = '', ...folders] = file.split('/').slice(1).reverse();
  const candidates = [name, ...folders].map((part, up) => {
    const words = new Set(wordsOf(part));
    const isSame = own.isSubsetOf(words) && words.isSubsetOf(own);
    const isPart = own.isSubsetOf(words) || (up > 0 && words.isSubsetOf(own));
    return (isSame ? 1 : isPart ? 2 : Number.POSITIVE_INFINITY) + Math.max(0, up - 1);
  });
  return Math.min(...candidates);
}

/** Sorts by distance, first one of each group. */
function nearest(distances: Steps, groupOf = (file: string) => file): string[] {
  const seen = new Map<string, number>();
  return [...distances]
    .sort(([a, near], [b, far]) => near - far || (a < b ? -1 : 1))
    .map(([file, distance]) => {
      const group = `${distance} ${groupOf(file)}`;
      const rank = seen.get(group) ?? 0;
      seen.set(group, rank + 1);
      return { file, distance, rank };
    })
    .sort((a, b) => a.distance - b.distance || a.rank - b.rank)
    .map(({ file }) => file);
}
