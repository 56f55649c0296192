import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { JSONReport, JSONReportSuite, TestError } from '@playwright/test/reporter';

/** Unplanned skips count as failed. */
export interface Counts {
  passed: number;
  failed: number;
}

/** Builds and runs the journeys. Adds failed ones to `failures`. */
export async function runBrowserTests(journeys: string[], failures: string[]): Promise<Counts> {
  if ((await runNode(['scripts/build-web.mjs'])) !== 0) {
    failures.push('✖ the web application does not build');
    return { passed: 0, failed: 1 };
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'meldekette-e2e-'));
  const report = path.join(folder, 'report.json');
  try {
    const reporters = ['list', 'json', ...(process.env['TEST_TIMES'] ? ['./scripts/journey-times.ts'] : [])];
    const args = ['node_modules/@playwright/test/cli.js', 'test', `--reporter=${reporters}`, ...journeys];
    const code = await runNode(args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
    return countsOf(report, code, failures);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function countsOf(file: string, code: number, failures: string[]): Counts {
  try {
    const { stats, errors, suites } = JSON.parse(readFileSync(file, 'utf8')) as JSONReport;
    failures.push(
      ...suites.flatMap(failedJourneys),
      ...errors.map((error) => described('outside of journeys', [error])),
    );
    return { passed: stats.expected, failed: stats.unexpected || (code === 0 ? 0 : 1) };
  } catch {
    failures.push('✖ the journeys ended without a report');
    return { passed: 0, failed: 1 };
  }
}

function failedJourneys({ suites = [], specs }: JSONReportSuite): string[] {
  const own = specs.flatMap(({ title, tests, ...place }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) =>
        described(
          `${title} (e2e/${place.file}:${place.line})`,
          results.flatMap((one) => one.errors),
        ),
      ),
  );
  return [...own, ...suites.flatMap(failedJourneys)];
}

function described(name: string, errors: TestError[]): string {
  const messages = errors.map(({ message = '', location }) => {
    const place = location ? `${path.basename(location.file)}:${location.line}: ` : '';
    return `${place}${stripVTControlCharacters(message)}`;
  });
  return [`✖ ${name}`, ...messages].join('\n');
}

async function runNode(args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
