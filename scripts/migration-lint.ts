import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** The runner sets the lock timeout and retries; a long statement is no fault by itself; the others are about style. */
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

/**
 * Returns the statements of these files that lock a table for long, or that break the previous release, which still runs during a
 * rolling update. Uses squawk.
 */
export function lintFindings(paths: readonly string[]): string[] {
  if (!paths.length) return [];
  const options = ['--assume-in-transaction', '--pg-version=15', '--reporter=gcc', `--exclude=${excluded.join(',')}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...options, ...paths], { encoding: 'utf8' });
  if (status === 0) return [];
  const lines = stdout.split('\n').filter(Boolean);
  return lines.length ? lines : [`squawk: ${stderr || `ended with ${status}`}`];
}
