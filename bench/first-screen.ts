// Measures the first screens on a phone with a slow line (1.6 Mbit/s, 150 ms round trip, a processor four times slower than this
// one), and their requests:
//   node bench/first-screen.ts [--before COPY] [--runs 5] [--json]
// COPY is the project at an earlier commit (git worktree add --detach COPY COMMIT, with node_modules): it is measured in the same
// run, alternating. Service workers are blocked, because they would only accelerate the second visit.
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { findChromium } from '../e2e/chromium.ts';
import { type BenchRow, percentile, print, row } from './row.ts';
import { build, type Screens, startScreens } from './screens.ts';

const { values } = parseArgs({
  options: { before: { type: 'string' }, runs: { type: 'string', default: '5' }, json: { type: 'boolean' } },
});
const here = path.resolve(import.meta.dirname, '..');

interface Visit {
  /** Milliseconds until the largest visible part appeared. */
  lcp: number;
  requests: number;
  /** Transferred bytes including headers. */
  bytes: number;
  /** Milliseconds of blocked input beyond 50 of each task. */
  blocked: number;
  /** Unexpected movement (cumulative layout shift, in thousandths). */
  shift: number;
}
const screens = ['sign-in', 'start, first visit', 'start, again', 'report', 'answer page'] as const;
type Screen = (typeof screens)[number];
type Visits = Record<Screen, Visit[]>;

const seen: Record<Screen, string> = {
  'sign-in': 'input[type=email], input[autocomplete=username]',
  'start, first visit': 'main h1',
  'start, again': 'main h1',
  report: 'main h1',
  'answer page': 'h1',
};

function observe(): void {
  const seen = { lcp: Number.NaN, blocked: 0, shift: 0 };
  Object.assign(globalThis, { seen });
  const each = (type: string, note: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry);
    }).observe({ type, buffered: true });
  each('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  each('longtask', ({ duration }) => {
    seen.blocked += Math.max(0, duration - 50);
  });
  each('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value * 1000;
  });
}

async function visit(context: BrowserContext, url: string, screen: Screen): Promise<Visit> {
  const page = await context.newPage();
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  let [requests, bytes] = [0, 0];
  session.on('Network.requestWillBeSent', ({ request: { url } }) => {
    if (url.startsWith('http')) requests++;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await session.send('Network.enable');
  const throughput = 1_600_000 / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(url);
  await page.locator(seen[screen]).first().waitFor();
  await sleep(3000); // until the screen is complete, e.g. running events
  const times = await page.evaluate(
    () => (globalThis as unknown as { seen: Pick<Visit, 'lcp' | 'blocked' | 'shift'> }).seen,
  );
  await page.close();
  return { ...times, requests, bytes };
}

async function once(browser: Browser, { url, sessions, report, answer }: Screens, visits: Visits): Promise<void> {
  const look = { viewport: { width: 390, height: 844 }, serviceWorkers: 'block' as const, locale: 'de-DE' };
  const stranger = await browser.newContext(look);
  visits['sign-in'].push(await visit(stranger, `${url}/`, 'sign-in'));
  visits['answer page'].push(await visit(stranger, answer, 'answer page'));
  await stranger.close();
  const member = await browser.newContext(look);
  const [token] = await sessions(1);
  await member.addInitScript((value) => localStorage.setItem('token', value), token!);
  visits['start, first visit'].push(await visit(member, `${url}/`, 'start, first visit'));
  visits['start, again'].push(await visit(member, `${url}/`, 'start, again'));
  await member.close();
  const other = await browser.newContext(look);
  await other.addInitScript((value) => localStorage.setItem('token', value), token!);
  visits['report'].push(await visit(other, report, 'report'));
  await other.close();
}

const none = (): Visits => Object.fromEntries(screens.map((screen) => [screen, [] as Visit[]])) as Visits;
// Lighthouse's limits for good blocking and shift
const calm = { blocked: 200, shift: 100 };
const must: Record<Screen, Record<keyof Visit, number>> = {
  'sign-in': { lcp: 1500, requests: 20, bytes: 120_000, ...calm },
  'start, first visit': { lcp: 2500, requests: 40, bytes: 400_000, ...calm },
  'start, again': { lcp: 1000, requests: 40, bytes: 60_000, ...calm },
  report: { lcp: 4000, requests: 85, bytes: 500_000, ...calm },
  'answer page': { lcp: 1500, requests: 8, bytes: 40_000, ...calm },
};
const units: Record<keyof Visit, string> = {
  lcp: 'ms',
  requests: 'requests',
  bytes: 'bytes',
  blocked: 'ms',
  shift: 'thousandths',
};
const called: Record<keyof Visit, string> = {
  lcp: 'largest contentful paint',
  requests: 'requests',
  bytes: 'transferred',
  blocked: 'blocking time',
  shift: 'layout shift',
};

function rowsOf(now: Visits, then: Visits | null): BenchRow[] {
  const middle = (visits: Visits, screen: Screen, of: keyof Visit) =>
    percentile(
      visits[screen].map((one) => one[of]),
      0.5,
    );
  return screens.flatMap((screen) =>
    (Object.keys(units) as (keyof Visit)[]).flatMap((of) => {
      const name = `${screen}: ${called[of]}`;
      const unit = units[of];
      const value = middle(now, screen, of);
      return [
        row({ name, value, unit, must: { atMost: must[screen][of] } }),
        ...(then ? [row({ name: `${name}, before`, value: middle(then, screen, of), unit })] : []),
      ];
    }),
  );
}

async function run(): Promise<BenchRow[]> {
  const roots = values.before ? [here, path.resolve(values.before)] : [here];
  for (const root of roots) build(root);
  const servers = await Promise.all(roots.map(startScreens));
  const { executablePath, env } = findChromium();
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
    ...(env ? { env: { ...process.env, ...env } as Record<string, string> } : {}),
  });
  const visits = servers.map(none);
  try {
    for (let turn = 0; turn < Number(values.runs); turn++)
      for (const [at, server] of servers.entries()) await once(browser, server, visits[at]!);
  } finally {
    await browser.close();
    for (const server of servers) await server.stop();
  }
  return rowsOf(visits[0]!, visits[1] ?? null);
}

print(await run(), values.json);
process.exit();
