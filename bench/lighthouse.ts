// Runs Lighthouse on the first screens on a phone: 1.6 Mbit/s, 150 ms round trip, a processor four times slower than this one,
// all applied during loading instead of calculated afterwards:
//   node bench/lighthouse.ts --lighthouse FOLDER [--before COPY] [--runs 3] [--json]
// FOLDER contains its installation (npm install --prefix FOLDER --ignore-scripts lighthouse@12.8.2), which isn't part of the
// project because of its 150 packages. COPY is the project at an earlier commit, as for first-screen.ts.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findChromium } from '../e2e/chromium.ts';
import { type BenchRow, percentile, print, row } from './row.ts';
import { build, type Screens, startScreens } from './screens.ts';

const { values } = parseArgs({
  options: {
    lighthouse: { type: 'string' },
    before: { type: 'string' },
    runs: { type: 'string', default: '3' },
    json: { type: 'boolean' },
  },
});
const here = path.resolve(import.meta.dirname, '..');

type Lighthouse = (url: string, flags: object, config: object) => Promise<{ lhr: Result } | undefined>;
interface Result {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
}

const figures = {
  performance: { unit: 'of 100', of: ({ categories }: Result) => 100 * scoreOf(categories['performance']) },
  accessibility: { unit: 'of 100', of: ({ categories }: Result) => 100 * scoreOf(categories['accessibility']) },
  'best practices': { unit: 'of 100', of: ({ categories }: Result) => 100 * scoreOf(categories['best-practices']) },
  LCP: { unit: 'ms', of: ({ audits }: Result) => audits['largest-contentful-paint']?.numericValue ?? Number.NaN },
  TBT: { unit: 'ms', of: ({ audits }: Result) => audits['total-blocking-time']?.numericValue ?? Number.NaN },
  CLS: {
    unit: 'thousandths',
    of: ({ audits }: Result) => 1000 * (audits['cumulative-layout-shift']?.numericValue ?? Number.NaN),
  },
};
type Figure = keyof typeof figures;
const scoreOf = (category: { score: number | null } | undefined) => category?.score ?? Number.NaN;

const screens: Record<string, { at: (place: Screens) => string; signedIn: boolean; performance?: number }> = {
  'sign-in': { at: ({ url }) => `${url}/`, signedIn: false, performance: 95 },
  start: { at: ({ url }) => `${url}/`, signedIn: true },
  alarm: { at: ({ report }) => report, signedIn: true },
  'answer page': { at: ({ answer }) => answer, signedIn: false },
};

const config = {
  extends: 'lighthouse:default',
  settings: {
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    formFactor: 'mobile',
    screenEmulation: { mobile: true, width: 390, height: 844, deviceScaleFactor: 2, disabled: false },
    throttlingMethod: 'devtools',
    throttling: {
      requestLatencyMs: 150,
      downloadThroughputKbps: 1600,
      uploadThroughputKbps: 1600,
      cpuSlowdownMultiplier: 4,
    },
    disableStorageReset: true, // it contains the session; each visit has its own browser
    disableFullPageScreenshot: true,
    maxWaitForLoad: 20_000, // the live connection stays open
    locale: 'en',
  },
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Visits with a fresh browser, whose storage gets the session. */
async function visit(lighthouse: Lighthouse, url: string, token: string | undefined): Promise<Result> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-lighthouse-'));
  const port = await freePort();
  const { executablePath, env } = findChromium();
  const context = await chromium.launchPersistentContext(dir, {
    viewport: null, // Lighthouse sets the size
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--lang=de-DE', `--remote-debugging-port=${port}`],
    ...(env ? { env: { ...process.env, ...env } as Record<string, string> } : {}),
  });
  try {
    if (token) {
      const page = await context.newPage();
      await page.goto(new URL('/healthz', url).href); // of the same origin, without the application
      await page.evaluate((value) => localStorage.setItem('token', value), token);
      await page.close();
    }
    const answer = await lighthouse(url, { port, logLevel: 'error' }, config);
    if (!answer || answer.lhr.runtimeError) throw new Error(`${url}: ${answer?.lhr.runtimeError?.message}`);
    return answer.lhr;
  } finally {
    await context.close();
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

type Results = Record<string, Result[]>;

function rowsOf(now: Results, then: Results | undefined): BenchRow[] {
  const middle = (results: Result[], figure: Figure) => percentile(results.map(figures[figure].of), 0.5);
  return Object.entries(screens).flatMap(([screen, { performance }]) =>
    (Object.keys(figures) as Figure[]).flatMap((figure) => {
      const { unit } = figures[figure];
      const name = `Lighthouse, ${screen}: ${figure}`;
      const value = middle(now[screen]!, figure);
      const must = figure === 'performance' && performance ? { must: { atLeast: performance } } : {};
      return [
        row({ name, value, unit, ...must }),
        ...(then ? [row({ name: `${name}, before`, value: middle(then[screen]!, figure), unit })] : []),
      ];
    }),
  );
}

async function run(folder: string): Promise<BenchRow[]> {
  const main = pathToFileURL(path.resolve(folder, 'node_modules/lighthouse/core/index.js')).href;
  const { default: lighthouse } = (await import(main)) as { default: Lighthouse };
  const roots = values.before ? [here, path.resolve(values.before)] : [here];
  for (const root of roots) build(root);
  const places = await Promise.all(roots.map(startScreens));
  const results: Results[] = places.map(() => Object.fromEntries(Object.keys(screens).map((name) => [name, []])));
  try {
    for (let turn = 0; turn < Number(values.runs); turn++)
      for (const [name, { at, signedIn }] of Object.entries(screens))
        for (const [which, place] of places.entries()) {
          const [token] = signedIn ? await place.sessions(1) : [];
          const result = await visit(lighthouse, at(place), token);
          results[which]![name]!.push(result);
          const found = (Object.keys(figures) as Figure[]).map((one) => `${one} ${figures[one].of(result).toFixed(0)}`);
          console.error(`${name}${which ? ', before' : ''}: ${found.join(', ')}`); // it takes minutes
        }
  } finally {
    for (const place of places) await place.stop();
  }
  return rowsOf(results[0]!, results[1]);
}

if (!values.lighthouse) throw new Error('--lighthouse names the folder where lighthouse is installed');
print(await run(values.lighthouse), values.json);
process.exit();
