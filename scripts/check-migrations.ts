// Landed migrations never change. New ones keep the previous release working without long locks.
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { droppedFindings, sumFindings, unnamedFindings } from './migration-findings.ts';
import { lintFindings } from './migration-lint.ts';
import { finish } from './source-files.ts';

const largestState = 1_000_000;
const named = (glob: string) => globSync(glob).sort();
const files = named('migrations/*.sql').map((file) => ({
  name: path.basename(file),
  text: readFileSync(file, 'utf8'),
}));
const states = named('migrations/states/*.tar');
const kept = path.basename(states.at(-1) ?? '', '.tar');
const fresh = files.filter(({ name }) => name.slice(0, 4) > kept);

const findings = [
  ...sumFindings(readFileSync('migrations/SHA256SUMS', 'utf8'), files),
  ...droppedFindings(fresh),
  ...unnamedFindings(fresh, readFileSync('CHANGELOG.md', 'utf8')),
  ...states.filter((file) => statSync(file).size > largestState).map((file) => `${file} is larger than one megabyte`),
  ...lintFindings(fresh.map(({ name }) => path.join('migrations', name))),
];
if (!states.length) findings.push('migrations/states/ is empty');
finish(
  findings,
  `Repair: put further changes into a new migration. If the migration has not landed yet, delete its line in migrations/SHA256SUMS and
run npm run generate. For the other findings see docs/operate/upgrade.md#rules-for-migrations.`,
);
