// Backs up and restores a large installation: node scripts/run.mjs bench/backup.ts [recipients [people]]
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { withClient } from '#server/platform/connection/client.ts';
import { connect } from '#server/platform/database/connect.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { installed } from '#testing/app.ts';
import { createRecipients } from '#testing/deliveries.ts';

const recipients = Number(process.argv[2] ?? 1_000_000);
const people = Number(process.argv[3] ?? 100_000);
const messages = Math.ceil(recipients / people);

const dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-backup-'));
const postgres = await startEmbedded({ dir, database: 'original', settings: { fsync: 'off' } });
try {
  await installed.run(postgres.url);
  await fill(postgres.url);
  const passphrase = path.join(dir, 'passphrase');
  await writeFile(passphrase, 'vier Zebras grasen im Nebel\n');
  const file = path.join(dir, 'backup');
  const report = (what: string, { seconds, peak }: Measured) =>
    process.stdout.write(`${what}: ${seconds.toFixed(1)} s, peak memory ${Math.round(peak / 1024)} MB\n`);
  process.stdout.write(`${people} people, ${messages * people} recipients\n`);
  report('backup', await measure('backup', postgres.url, file, passphrase));
  process.stdout.write(`size: ${((await stat(file)).size / 1e6).toFixed(1)} MB\n`);
  await withClient(postgres.url, (client) => client.query('create database restored'));
  const target = Object.assign(new URL(postgres.url), { pathname: '/restored' }).href;
  report('restore', await measure('restore', target, file, passphrase));
} finally {
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}

interface Measured {
  seconds: number;
  /** In KiB. */
  peak: number;
}

async function measure(
  command: 'backup' | 'restore',
  url: string,
  file: string,
  passphrase: string,
): Promise<Measured> {
  const began = performance.now();
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };
  const program = scripts[command]!.split(' ').slice(2); // without run.mjs
  const child = spawn(process.execPath, [...program, file, '--passphrase-file', passphrase], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let peak = 0;
  let text = '';
  child.stderr.on('data', (part) => {
    text += part;
  });
  const look = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
  }, 10);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  clearInterval(look);
  if (code !== 0) throw new Error(`${command} failed: ${text.slice(-1000)}`);
  return { seconds: (performance.now() - began) / 1000, peak };
}

async function fill(url: string): Promise<void> {
  const { db, close } = connect(url);
  for (let n = 0; n < messages; n++) await createRecipients(db, { count: 1, delayed: true });
  await close();
  await withClient(url, async (client) => {
    await client.query('set session_replication_role = replica'); // no triggers: only the rows count
    await client.query(
      `insert into people (first_name, last_name, external_id)
      select 'Vorname' || n, 'Nachname' || n, 'bench ' || n from generate_series(1, $1::int) n`,
      [people],
    );
    await client.query(`
      insert into message_recipients (message_id, report_id, channel_id, person_id, target_address, address_norm, lane,
        status, nonce)
      select m.id, m.report_id, m.channel_id, p.id, p.external_id || '@example.org', p.external_id || '@example.org',
        'normal', 'delivered', decode(md5(m.id || ' ' || p.id), 'hex')
      from people p, messages m where p.external_id like 'bench %'`);
  });
}
