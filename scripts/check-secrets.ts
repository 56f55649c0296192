// The repository contains no working key, token or password.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { secretFindings } from './secret-findings.ts';
import { finish } from './source-files.ts';

const longest = 2_000_000;
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
});
const findings = files
  .split('\0')
  .filter((path) => path && statSync(path, { throwIfNoEntry: false })?.isFile() && statSync(path).size <= longest)
  .flatMap((path) => secretFindings(path, readFileSync(path, 'utf8')));
finish(findings, 'Repair: take it out, also of the history, and make a new one where it was used.');
