// Packages have hash, license, SBOM entry and no unexplained advisory. Rewrites the SBOM.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AdvisoryList, advisoryFindings } from './advisory-findings.ts';
import { type Lock, lockFindings, shipped } from './lock-findings.ts';
import { finish } from './source-files.ts';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const findings = lockFindings(lock, readFileSync('NOTICE', 'utf8'));
findings.push(...advisoryFindings(lock, JSON.parse(readFileSync('scripts/advisories.json', 'utf8')) as AdvisoryList));
const { status, stderr } = spawnSync(process.execPath, ['scripts/sbom.mjs'], { encoding: 'utf8' });
if (status === 0) {
  const listed = listedIn(readFileSync('sbom.cdx.json', 'utf8'));
  for (const { name, version } of shipped(lock))
    if (!listed.has(`${name}@${version}`)) findings.push(`sbom.cdx.json: ${name}@${version} is missing`);
} else findings.push(`npm run sbom: ${stderr}`);
finish(
  findings,
  'Repair: npm i --package-lock-only; name in NOTICE what asks for more than to be passed on; update packages with an advisory.',
);

function listedIn(text: string): ReadonlySet<string> {
  const { components } = JSON.parse(text) as { components: { name: string; group?: string; version: string }[] };
  return new Set(components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`));
}
