// Runs all tests, or those whose path contains an argument: npm test -- server/alerting/messages. Tests that kill processes take
// long: a partial run omits them unless the argument names them (server/alerting/delivery/crash). --no-browser: without e2e/.
// --changed: the tests that a change most likely breaks. --times: the slowest parts. --full: also the tests that the gate omits
// (CONTRIBUTING.md). One PostgreSQL serves the whole run, and each test file uses its own database on it (TEST_POSTGRES_URL).
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { inspect } from 'node:util';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { testsOfChange } from './changed.ts';
import { openFastFolder } from './fast-folder.ts';
import { type Counts, runBrowserTests } from './test-browser.ts';
import { dealFiles } from './test-shares.ts';
import { slowestTable } from './test-times.ts';
import type { FileTimes } from './test-together.ts';

// most files wait more than half of their time; each process takes up to 1.2 GB
const processes = process.argv.includes('--times') ? 1 : 7;
// no durability for temporary databases
const settings = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off', max_connections: '400' };
// saves a tenth of the time for short-lived objects
const execArgv = ['--min-semi-space-size=16', '--max-semi-space-size=64'];
/** Seconds of the long files, to divide them evenly: written by `npm test -- --times` over all files. */
const longFilesList = path.join(import.meta.dirname, 'long-tests.json');
const shortest = 8;
const usual = 2;
const longFiles = JSON.parse(readFileSync(longFilesList, 'utf8')) as Record<string, number>;
const secondsOf = (file: string) => longFiles[file] ?? usual;
const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const wanted = (file: string) =>
  filters.length === 0 ||
  filters.some((filter) => file.includes(filter) && (filter.includes('crash') || !file.endsWith('crash.test.ts')));
const all = {
  tests: globSync('{server,shared,demo,scripts,web}/**/*.test.ts').filter(wanted).sort(),
  journeys: globSync('e2e/**/*.spec.ts').filter(wanted).sort(),
};
const { tests: files, journeys } = process.argv.includes('--changed') ? await chosen() : all;

const folder = openFastFolder();
const timesFile = process.argv.includes('--times') ? path.join(folder, 'times.jsonl') : null;
if (timesFile) process.env['TEST_TIMES'] = timesFile;
if (process.argv.includes('--full')) process.env['TEST_FULL'] = '1';

const results: Counts[] = [];
const failures: string[] = []; // repeated at the end, after the output of the journeys
const unsteady: string[] = []; // failed, then passed when repeated alone
const seconds = (process.env['GATE_SECONDS'] ?? '').split('\n').filter(Boolean); // of the gate's earlier steps
if (files.length) results.push(await timed('server tests', runNodeTests));
if (journeys.length && !process.argv.includes('--no-browser'))
  results.push(await timed('journeys', () => runBrowserTests(journeys, unsteady)));
const passed = results.reduce((sum, counts) => sum + counts.passed, 0);
const failed = results.reduce((sum, counts) => sum + counts.failed, 0);
if (passed + failed === 0) console.error('There is no such test.');
if (failures.length) console.log(`\nFailed server tests:\n${failures.join('\n')}`);
if (unsteady.length) console.log(`\nPassed only when tried again, to be mended:\n${unsteady.join('\n')}`);
console.log(`\n${seconds.join('\n')}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

async function chosen(): Promise<typeof all> {
  const { why, ...tests } = await testsOfChange(all);
  console.log(why);
  return tests;
}

async function timed<T>(part: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  seconds.push(`${part.padEnd(12)} ${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s`);
  return result;
}

async function runNodeTests(): Promise<Counts> {
  const postgres = await startEmbedded({ dir: folder, settings });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void postgres.stop().then(() => process.exit(1)));
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  process.env['TEST_POSTGRES_PID'] = String(postgres.pid);
  const programs = shares().map((share, n) => programOf(share, path.join(folder, `share-${n + 1}.mjs`)));
  const first = await runPrograms(programs);
  const silent = files.filter((file) => !first.heard.has(file)); // their process ended too early
  for (const file of silent) console.error(`${file} did not run`);
  const counts: Counts = { passed: first.passed, failed: first.failed + silent.length };
  const few = first.files.size > 0 && first.files.size <= 5;
  if (process.env['CI'] && first.isWhole && few && silent.length === 0) await tryAgain(counts, [...first.files]);
  await postgres.stop();
  if (timesFile) console.log(timesOf(timesFile));
  return counts;
}

/** Repeats failed files in sequence. */
async function tryAgain(counts: Counts, failed: string[]): Promise<void> {
  console.log(`\nOnce more, by themselves: ${failed.join(', ')}`);
  const again = await runPrograms(
    failed.map((file, n) => programOf([file], path.join(folder, `again-${n + 1}.mjs`))),
    1,
  );
  if (again.failed > 0 || again.passed === 0) return;
  unsteady.push(...failures.splice(0));
  counts.passed += counts.failed;
  counts.failed = 0;
}

function timesOf(file: string): string {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const rows = lines.map((line) => JSON.parse(line) as FileTimes);
  // the gate's runs of all files
  if (rows.length === all.tests.length && filters.length === 0 && !process.env['TEST_FULL']) writeLongFiles(rows);
  return slowestTable(
    'server tests: processor time in all, of the test process, of PostgreSQL and of other processes; duration',
    rows.map(({ file: name, seconds, own, postgres, children }) => ({
      name,
      processor: own + postgres + children,
      own,
      postgres,
      children,
      seconds,
    })),
  );
}

function writeLongFiles(rows: FileTimes[]): void {
  const long = rows.filter(({ seconds: took }) => took >= shortest).sort((a, b) => (a.file < b.file ? -1 : 1));
  const content = Object.fromEntries(long.map(({ file, seconds: took }) => [file, Math.round(took)]));
  writeFileSync(longFilesList, `${JSON.stringify(content, null, 2)}\n`);
}

interface Heard extends Counts {
  /** The test files that ended, and those with a failed test. */
  heard: Set<string>;
  files: Set<string>;
  /** Only tests failed. */
  isWhole: boolean;
}

async function runPrograms(programs: string[], concurrency = processes): Promise<Heard> {
  const result: Heard = { passed: 0, failed: 1, heard: new Set(), files: new Set(), isWhole: true };
  const stream = run({ files: programs, concurrency, timeout: 1_800_000, execArgv });
  stream.on('test:summary', ({ file, success, counts: { passed, tests, skipped, todo } }) => {
    // a suite that couldn't begin has no tests
    if (file === undefined)
      Object.assign(result, { passed, failed: tests - passed - skipped - todo || (success ? 0 : 1) });
  });
  const said = new Map<string, string>(); // stderr of a program, by its file
  stream.on('test:stderr', ({ file, message }) => said.set(file, `${said.get(file) ?? ''}${message}`.slice(-4000)));
  stream.on('test:fail', ({ name, file, line, details: { error } }) => {
    if (files.includes(name)) result.files.add(name);
    if ('failureType' in error && error.failureType === 'subtestsFailed') return;
    failures.push(`✖ ${name} (${file}:${line})\n${inspect(error.cause ?? error)}`);
    if (!programs.includes(name)) return;
    result.isWhole = false;
    failures.push(said.get(name) ?? 'It wrote nothing to its stderr.');
  });
  stream.on('test:diagnostic', ({ message }) => {
    if (!message.startsWith('Error: ')) return;
    result.isWhole = false;
    failures.push(message);
  });
  stream.on('test:complete', ({ name }) => result.heard.add(name));
  for await (const text of stream.compose(new spec())) process.stdout.write(text);
  return result;
}

/** Divides files among processes. The first begins with tests that kill processes. */
function shares(): string[][] {
  const alone = files.filter((file) => /^\/\/ In a process of its own: /m.test(readFileSync(file, 'utf8')));
  const crashes = files.filter((file) => file.endsWith('crash.test.ts'));
  const together = files.filter((file) => !alone.includes(file) && !crashes.includes(file));
  if (processes === 1)
    return [...alone.map((file) => [file]), [...crashes, ...together]].filter((share) => share.length);
  const begun = alone.map(secondsOf).sort((a, b) => b - a);
  const dealt = dealFiles(together, secondsOf, { processes, first: crashes, begun });
  // first, because they would delay the end
  return [dealt[0]!, ...alone.map((file) => [file]), ...dealt.slice(1)].filter((share) => share.length > 0);
}

function programOf(share: string[], program: string): string {
  const [plain, runner] = ['plain-test-runner.ts', 'test-together.ts'].map((file) =>
    JSON.stringify(path.resolve(import.meta.dirname, file)),
  );
  const paths = JSON.stringify(share.map((file) => path.resolve(file)));
  writeFileSync(program, `import ${plain};\n(await import(${runner})).testTogether(${paths});\n`);
  return program;
}
