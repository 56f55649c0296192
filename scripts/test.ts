// All tests, or those whose path holds an argument: npm test -- server/messages. `--no-browser` leaves out e2e/.
// One PostgreSQL serves the whole run, each test file takes a database of its own from it (TEST_POSTGRES_URL).
import { globSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { startEmbedded } from '#server/database/embedded.ts';
import { type Counts, runBrowserTests } from './test-browser.ts';

const prefix = path.join(tmpdir(), 'meldekette-test-');
const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const wanted = (file: string) => filters.length === 0 || filters.some((filter) => file.includes(filter));
const files = globSync('{server,shared,demo,scripts,web}/**/*.test.ts').filter(wanted).sort();
const journeys = globSync('e2e/**/*.spec.ts').filter(wanted).sort();

const results: Counts[] = [];
if (files.length) results.push(await runNodeTests());
if (journeys.length && !process.argv.includes('--no-browser')) results.push(await runBrowserTests(journeys));
const passed = results.reduce((sum, counts) => sum + counts.passed, 0);
const failed = results.reduce((sum, counts) => sum + counts.failed, 0);
if (passed + failed === 0) console.error('There is no such test.');
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

async function runNodeTests(): Promise<Counts> {
  sweepKilledRuns();
  const dir = await mkdtemp(prefix);
  const postgres = await startEmbedded({ dir, settings: { fsync: 'off', full_page_writes: 'off' } });
  const end = async () => {
    await postgres.stop();
    rmSync(dir, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().then(() => process.exit(1)));
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  const counts: Counts = { passed: 0, failed: 1 };
  const stream = run({ files: files.map((file) => path.resolve(file)), concurrency: 2, timeout: 180_000 });
  stream.on('test:summary', ({ file, counts: { passed, tests, skipped, todo } }) => {
    if (file === undefined) Object.assign(counts, { passed, failed: tests - passed - skipped - todo });
  });
  for await (const text of stream.compose(new spec())) process.stdout.write(text);
  await end();
  return counts;
}

// A PostgreSQL whose folder is gone ends by itself within a minute.
function sweepKilledRuns(): void {
  for (const name of readdirSync(tmpdir())) {
    const dir = path.join(tmpdir(), name);
    if (!dir.startsWith(prefix) || Date.now() - statSync(dir).mtimeMs < 7_200_000) continue;
    rmSync(dir, { recursive: true, force: true });
  }
}
