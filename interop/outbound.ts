// Runs journeys in a network namespace whose only way out is a trap that counts and refuses: npm run interop -- outbound. JOURNEYS names
// the files (e2e/…). It needs root and a built application (npm run build), and is skipped without one of the programs.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import { whenInterrupted } from './programs/interrupted.ts';
import { missing } from './programs/missing.ts';
import { temporaryFolder } from './programs/temporary-folder.ts';

const root = path.resolve(import.meta.dirname, '..');
const journeys = (process.env['JOURNEYS'] ?? 'content-policy,activation,answer-page,channels').split(',');
const needed = { '/usr/sbin/nft': 'nftables', '/usr/sbin/ip': 'iproute2', '/usr/bin/unshare': 'util-linux' };
const skip = [
  ...missing(needed),
  ...(process.getuid?.() === 0 ? [] : ['root']),
  ...(existsSync(path.join(root, 'web/dist')) ? [] : ['a built application: npm run build']),
].join(', ');

const ends: (() => Promise<unknown>)[] = [];
const endAll = async () => {
  for (const end of ends.splice(0).reverse()) await end();
};
const stopWatching = whenInterrupted(endAll);
after(() => endAll().finally(stopWatching));

test('a few journeys try no connection to another machine', { skip: skip ? `needs ${skip}` : false }, async () => {
  const dir = await temporaryFolder('meldekette-outbound', ends);
  const status = await runInTrap(dir);
  const [known, tried] = [await attemptsIn(dir, 'known'), await attemptsIn(dir, 'journeys')];
  console.log(`${journeys.join(', ')}: ${tried.length} destinations`);
  assert.deepEqual(
    known.filter((one) => !one.endsWith(':53')), // the resolver of this machine
    ['198.51.100.1:443', '2001:db8:1::1:443', 'a name'],
    'the trap counts what is tried on purpose',
  );
  assert.equal(status, 0, 'the journeys pass');
  assert.deepEqual(tried, [], 'nothing is tried');
});

/** Runs the journeys in the trap; returns their exit status. Every process ends with this one. */
async function runInTrap(dir: string): Promise<number> {
  const inside = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc', '--', '/bin/sh', '-c', script];
  const env = { ...process.env, CI: '1', DIR: dir, NODE: process.execPath, PROBE: probe };
  const child = spawn('/usr/bin/unshare', inside, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  ends.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const [status] = await once(child, 'exit');
  return status as number;
}

// addresses for documentation (RFC 5737, RFC 3849), and a name that no resolver needs to know
const probe = `
  const { connect } = require('node:net');
  for (const host of ['198.51.100.1', '2001:db8:1::1']) connect(443, host).on('error', () => {});
  require('node:dns').lookup('meldekette.example', () => {});`;

const script = `
set -e
ip link set lo up
ip link add trap type veth peer name trap-end
ip address add 192.0.2.1/24 dev trap
ip -6 address add 2001:db8::1/64 dev trap nodad
ip link set trap-end up
ip link set trap up
ip route add default dev trap
ip -6 route add default dev trap
nft -f - <<'RULES'
table inet trap {
  set names { type inet_service; flags dynamic; counter; }
  set four { type ipv4_addr . inet_service; flags dynamic; counter; }
  set six { type ipv6_addr . inet_service; flags dynamic; counter; }
  chain out {
    type filter hook output priority 0; policy accept;
    meta l4proto { tcp, udp } th dport { 53, 853 } update @names { th dport }
    oifname "lo" accept
    meta l4proto { tcp, udp } update @four { ip daddr . th dport } reject
    meta l4proto { tcp, udp } update @six { ip6 daddr . th dport } reject
  }
}
RULES
"$NODE" -e "$PROBE"
nft -j list table inet trap > "$DIR/known.json"
for set in names four six; do nft flush set inet trap $set; done
status=0
"$NODE" scripts/run.mjs node_modules/@playwright/test/cli.js test --reporter=line --retries=0 \\
  ${journeys.map((name) => `e2e/${name}.spec.ts`).join(' ')} || status=$?
nft -j list table inet trap > "$DIR/journeys.json"
exit $status
`;

interface Listed {
  nftables: { set?: { name: string; elem?: { elem: { val: number | { concat: [string, number] } } }[] } }[];
}

/** Returns the destinations that the trap counted. */
async function attemptsIn(dir: string, name: string): Promise<string[]> {
  const { nftables }: Listed = JSON.parse(await readFile(path.join(dir, `${name}.json`), 'utf8'));
  const found = nftables.flatMap(({ set }) => set?.elem ?? []).map(({ elem: { val } }) => val);
  return found.map((val) => (typeof val === 'number' ? 'a name' : val.concat.join(':'))).sort();
}
