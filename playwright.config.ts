import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './e2e/chromium.ts';
import { owner } from './e2e/owner.ts';
import { freePort } from './testing/free-port.ts';

// Each worker has its own server, and loads this file again with the same addresses.
const workers = 3; // on two cores: a journey waits a third of its time
process.env['E2E_PORTS'] ??= (await Promise.all(Array.from({ length: workers }, freePort))).join();
const ports = process.env['E2E_PORTS'].split(',');
const preloads = [`./scripts/follow-parent.mjs?pid=${process.pid}`, './scripts/cheap-passwords.ts'];
const isGate = Boolean(process.env['CI']);
const isTraced = Boolean(process.env['TEST_TRACE']);
const dataAt = (port: string) => path.join(tmpdir(), 'meldekette-e2e', `data-${port}`);
const urlAt = (port: string | undefined) => `http://127.0.0.1:${port}`;
const { executablePath, env } = findChromium();

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/all-ready.ts', // without `url` in `webServer` the servers start together
  metadata: { servers: ports.map(urlAt) },
  outputDir: path.resolve('node_modules/.cache/e2e', ports.join('-')),
  workers,
  forbidOnly: isGate,
  retries: isGate ? 1 : 0, // what passes only then is named at the end of the gate
  globalTimeout: 3_000_000, // a hanging run fails with the place, before its caller gives up
  timeout: 120_000, // of a whole journey, on a machine that does other work besides
  expect: { timeout: 30_000, toPass: { timeout: 30_000 } }, // on a busy machine a page takes three times as long
  reporter: 'list',
  projects: [{ name: 'desktop', use: { viewport: { width: 1280, height: 800 } } }],
  use: {
    baseURL: urlAt(ports[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)]),
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    actionTimeout: 60_000, // an endless wait is reported with the state of the page
    // actions and requests take a tenth of the time; films and pages of each step would take a third
    trace: {
      mode: isGate ? 'on-first-retry' : 'retain-on-failure',
      screenshots: false,
      snapshots: isTraced,
      sources: false,
    },
    screenshot: 'only-on-failure',
    // fades take a fifth of the time without a graphics card
    contextOptions: { reducedMotion: 'reduce' },
    serviceWorkers: 'block', // it fetches the whole application for each journey; offline.spec.ts has one
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--font-render-hinting=none',
        // optimizing takes a quarter of the time
        '--js-flags=--no-opt,--no-maglev',
      ],
      ...(env ? { env: { ...process.env, ...env } } : {}),
    },
  },
  webServer: ports.map((port) => ({
    // a killed run leaves no server behind
    command: `exec "${process.execPath}" ${preloads.map((file) => `"--import=${file}"`).join(' ')} e2e/server.ts`,
    env: {
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: dataAt(port),
      DATABASE_URL: '',
      PUBLIC_URL: urlAt(port),
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
      DEMO_DATA: '1',
      LOG_LEVEL: 'warn',
      LOCAL_CHANNELS: '1', // the other ends are here
    },
    stdout: 'ignore' as const,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
  })),
});
