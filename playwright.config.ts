import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from './e2e/chromium.ts';
import { owner } from './e2e/owner.ts';

// Each worker loads this file again and must come to the same address.
process.env['E2E_PORT'] ??= String(await freePort());
const port = process.env['E2E_PORT'];
const run = path.resolve('node_modules/.cache/e2e', port);
const url = `http://127.0.0.1:${port}`;
const { executablePath, env } = findChromium();

export default defineConfig({
  testDir: 'e2e',
  outputDir: path.join(run, 'results'),
  workers: 1,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 120_000, // of a whole journey, on a machine that does other work besides
  expect: { timeout: 10_000 },
  reporter: 'list',
  projects: [{ name: 'desktop', use: { viewport: { width: 1280, height: 800 } } }],
  use: {
    baseURL: url,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--font-render-hinting=none'],
      ...(env ? { env: { ...process.env, ...env } } : {}),
    },
  },
  webServer: {
    // exec and the preload: a killed test run leaves no server behind
    command: `exec "${process.execPath}" "--import=./scripts/follow-parent.mjs?pid=${process.pid}" e2e/server.ts`,
    url: `${url}/readyz`,
    env: {
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: path.join(run, 'data'),
      DATABASE_URL: '',
      PUBLIC_URL: url,
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
      DEMO_DATA: '1',
      LOG_LEVEL: 'warn',
    },
    stdout: 'ignore',
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address() as AddressInfo;
      server.close(() => resolve(address.port));
    });
  });
}
