import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Unplanned skips count as failed. */
export interface Counts {
  passed: number;
  failed: number;
}

/** Builds and runs the journeys. Lists those that passed at the second try. */
export async function runBrowserTests(journeys: string[], unsteady: string[]): Promise<Counts> {
  if ((await runNode(['scripts/build-web.mjs'])) !== 0) return { passed: 0, failed: 1 };
  const folder = mkdtempSync(path.join(tmpdir(), 'meldekette-e2e-'));
  const report = path.join(folder, 'report.json');
  try {
    const reporters = ['list', 'json', ...(process.env['TEST_TIMES'] ? ['./scripts/journey-times.ts'] : [])];
    const args = ['node_modules/@playwright/test/cli.js', 'test', `--reporter=${reporters}`, ...journeys];
    const code = await runNode(args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
    return countsOf(report, code, unsteady);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Suite {
  suites?: Suite[];
  specs?: { title: string; file: string; tests: { status: string }[] }[];
}

function countsOf(report: string, code: number, unsteady: string[]): Counts {
  try {
    const { stats, suites = [] } = JSON.parse(readFileSync(report, 'utf8')) as Suite & {
      stats: Record<string, number>;
    };
    const { expected = 0, flaky = 0, unexpected = 0 } = stats;
    unsteady.push(...flakyOf({ suites }));
    return { passed: expected + flaky, failed: unexpected || (code === 0 ? 0 : 1) };
  } catch {
    return { passed: 0, failed: 1 }; // it ended before a report
  }
}

function flakyOf({ suites = [], specs = [] }: Suite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'));
  return [...own.map(({ title, file }) => `✖ ${title} (${file})`), ...suites.flatMap(flakyOf)];
}

async function runNode(args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
