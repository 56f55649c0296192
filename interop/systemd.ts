// The unit of deploy/systemd, judged by systemd's own tools, and the reports that systemd-notify really sends.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createTestDatabase } from '#testing/database.ts';
import { until } from '#testing/until.ts';
import { missing } from './programs/missing.ts';

const needed = missing({
  '/usr/bin/systemd-analyze': 'systemd',
  '/usr/bin/systemd-notify': 'systemd',
  '/usr/bin/perl': 'perl-base',
});
const root = path.resolve(import.meta.dirname, '..');
const unit = path.join(root, 'deploy/systemd/meldekette.service');
const run = promisify(execFile);

test('systemd accepts the unit, and its exposure is at most 3.0', async () => {
  assert.deepEqual(needed, [], 'something is missing to run this');
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', unit]);
  const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
  assert.ok(exposure <= 3, stdout);
  const dir = await mkdtemp(path.join(tmpdir(), 'meldekette-unit-'));
  try {
    // the program is not installed here, and verify wants a file
    const text = (await readFile(unit, 'utf8')).replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true');
    const copy = path.join(dir, 'meldekette.service');
    await writeFile(copy, text);
    const { stdout: said, stderr } = await run('systemd-analyze', ['verify', '--man=no', copy]);
    assert.equal(said + stderr, '');
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

// Prints the datagrams that arrive, as systemd would read them.
const listener = `
  use Socket; $| = 1;
  socket(my $s, AF_UNIX, SOCK_DGRAM, 0) or die $!;
  bind($s, sockaddr_un($ARGV[0])) or die $!;
  print "listening\\n";
  while (1) { recv($s, my $m, 4096, 0); $m =~ s/\\n/ /g; print "$m\\n"; }`;

test('a start reports that it is ready and alive, and its stop', async () => {
  assert.deepEqual(needed, [], 'something is missing to run this');
  const dir = await mkdtemp(path.join(tmpdir(), 'meldekette-unit-'));
  const database = await createTestDatabase();
  const socket = path.join(dir, 'notify');
  const perl = spawn('/usr/bin/perl', ['-e', listener, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  let heard = '';
  perl.stdout.on('data', (text) => (heard += text));
  const ended: Promise<unknown>[] = [once(perl, 'exit')];
  try {
    await until(async () => existsSync(socket));
    const program = spawn(process.execPath, ['server/program/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        DATA_DIR: dir,
        PORT: '0',
        WEB_PROCESSES: '1',
        LOG_LEVEL: 'warn',
        OWNER_PASSWORD: 'owner password of the trial',
        NOTIFY_SOCKET: socket,
        WATCHDOG_USEC: '3000000',
      },
      stdio: 'inherit',
    });
    ended.push(once(program, 'exit'));
    await until(async () => /READY=1[\s\S]*WATCHDOG=1[\s\S]*WATCHDOG=1/.test(heard), 180_000);
    assert.doesNotMatch(heard.split('READY=1', 1)[0]!, /WATCHDOG/);
    program.kill('SIGTERM');
    await ended[1];
    await until(async () => heard.includes('STOPPING=1'));
  } finally {
    perl.kill();
    await Promise.all(ended);
    await database.drop();
    await rm(dir, { recursive: true, force: true });
  }
});
