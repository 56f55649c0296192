import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** the runner handles locks; others are style */
const excluded = [
  'require-lock-timeout',
  'require-statement-timeout',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-identity',
  'prefer-robust-stmts',
  'prefer-text-field',
  'prefer-timestamp-tz',
];
const program = path.resolve(import.meta.dirname, '../node_modules/squawk-cli/js/bin/squawk');

/** Returns statements with long locks, or that break the previous release. Uses squawk. */
export function lintFindings(paths: readonly string[]): string[] {
  if (!paths.length) return [];
  const options = ['--assume-in-transaction', '--pg-version=15', '--reporter=gcc', `--exclude=${excluded.join(',')}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...options, ...paths], { encoding: 'utf8' });
  if (status === 0) return [];
  const lines = stdout.split('\n').filter(Boolean);
  return lines.length ? lines : [`squawk: ${stderr || `ended with ${status}`}`];
}
