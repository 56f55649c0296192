// The whole gate without the tests; CI runs exactly this. Arguments select checks: npm run check -- types sizes.
import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';

interface Check {
  name: string;
  args: string[];
  repair?: string;
}

const tsc = 'node_modules/typescript/bin/tsc';
const checks: Check[] = [
  { name: 'generated files', args: ['scripts/check-generated.ts'] },
  {
    name: 'format and lint',
    args: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off'],
    repair: 'Repair: npx biome check --write',
  },
  { name: 'types of the server', args: [tsc, '-p', 'tsconfig.server.json'] },
  { name: 'types of the web application', args: [tsc, '-p', 'tsconfig.web.json'] },
  {
    name: 'unused code',
    args: ['node_modules/knip/bin/knip.js', '--no-progress'],
    repair: 'Repair: delete what nothing uses.',
  },
  { name: 'import boundaries', args: ['scripts/check-boundaries.ts'] },
  { name: 'sizes', args: ['scripts/check-sizes.ts'] },
  { name: 'migrations', args: ['scripts/check-migrations.ts'] },
  { name: 'secrets', args: ['scripts/check-secrets.ts'] },
  { name: 'supply chain', args: ['scripts/check-supply-chain.ts'] },
  { name: 'translations', args: ['scripts/check-translations.ts'] },
  { name: 'prose', args: ['scripts/check-prose.ts'] },
  { name: 'commits', args: ['scripts/check-commits.ts'] },
];

const filters = process.argv.slice(2);
const queue = checks.filter(({ name }) => filters.length === 0 || filters.some((filter) => name.includes(filter)));
let failed = queue.length === 0;
await Promise.all([work(), work()]); // two at a time: the long ones first, with the short ones in parallel
process.exit(failed ? 1 : 0);

async function work(): Promise<void> {
  for (let check = queue.shift(); check; check = queue.shift()) {
    const start = performance.now();
    const { code, output } = await run(check.args);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)`);
    if (code === 0) continue;
    failed = true;
    console.log([output.trimEnd(), check.repair].filter(Boolean).join('\n'));
  }
}

function run(args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
