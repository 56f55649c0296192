import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { missing } from '../programs/missing.ts';

/** A mail server of real programs on ports of its own: Postfix takes and bounces, Dovecot shows the mailboxes. */
export interface MailPrograms {
  smtpPort: number;
  imapPort: number;
  /** All mailboxes open with it. */
  password: string;
  /** What the programs logged. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

const postfix = '/usr/sbin/postfix';
const dovecot = '/usr/sbin/dovecot';
const nobody = 65_534;

/** Returns what is missing to run them, in words for who can install it. */
export function missingMailPrograms(): string[] {
  const absent = missing({ [postfix]: 'postfix', [dovecot]: 'dovecot-imapd', '/usr/bin/openssl': 'openssl' });
  return process.getuid?.() === 0 ? absent : [...absent, 'root, without which Postfix does not start'];
}

/**
 * Starts both in a folder of their own. example.org (any address, +… is its mailbox) and example.net have mailboxes;
 * people.example lies behind a second door that knows nobody and refuses with what its addresses say.
 */
export async function startMailPrograms(): Promise<MailPrograms> {
  const dir = await mkdtemp(path.join(tmpdir(), 'meldekette-interop-'));
  await chmod(dir, 0o755);
  const [smtpPort, farPort, imapPort] = (await freePorts(3)) as [number, number, number];
  for (const name of ['postfix', 'queue', 'data', 'mail']) await mkdir(path.join(dir, name));
  execFileSync('chown', ['postfix', path.join(dir, 'data')]);
  await chown(path.join(dir, 'mail'), nobody, nobody);
  const [key, certificate] = [path.join(dir, 'key.pem'), path.join(dir, 'certificate.pem')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  execFileSync('/usr/bin/openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  await configurePostfix({ dir, key, certificate, smtpPort, farPort });
  execFileSync(postfix, ['-c', path.join(dir, 'postfix'), 'start'], { stdio: 'pipe' });
  const imap = await startDovecot({ dir, key, certificate, imapPort });
  await Promise.all([smtpPort, farPort, imapPort].map(reachable));
  return {
    smtpPort,
    imapPort,
    password,
    log: async () =>
      (
        await Promise.all(
          ['postfix.log', 'dovecot.log'].map((name) => readFile(path.join(dir, name), 'utf8').catch(() => '')),
        )
      ).join('\n'),
    async stop() {
      execFileSync(postfix, ['-c', path.join(dir, 'postfix'), 'abort'], { stdio: 'pipe' });
      const ended = new Promise((resolve) => imap.once('exit', resolve));
      imap.kill('SIGTERM');
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const password = 'geheim';

interface Places {
  dir: string;
  key: string;
  certificate: string;
}

async function configurePostfix(places: Places & { smtpPort: number; farPort: number }): Promise<void> {
  const { dir, key, certificate, smtpPort, farPort } = places;
  const file = (name: string, text: string) => writeFile(path.join(dir, 'postfix', name), `${text.trim()}\n`);
  await file('mailboxes', 'antwort@example.org antwort/\nanna@example.net anna/\nvoll@example.net voll/');
  await file('transport', `people.example smtp:[127.0.0.1]:${farPort}`);
  await file('known', 'voll@people.example 552 5.2.2 Mailbox full\npeople.example 550 5.1.1 User unknown');
  await file(
    'main.cf',
    `
compatibility_level = 3.6
queue_directory = ${dir}/queue
data_directory = ${dir}/data
maillog_file = ${dir}/postfix.log
maillog_file_prefixes = ${dir}
myhostname = mx.example.test
mydestination =
alias_maps =
local_recipient_maps =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
recipient_delimiter = +
virtual_mailbox_domains = example.org, example.net
virtual_mailbox_maps = texthash:${dir}/postfix/mailboxes
virtual_mailbox_base = ${dir}/mail
virtual_uid_maps = static:${nobody}
virtual_gid_maps = static:${nobody}
virtual_minimum_uid = 100
transport_maps = texthash:${dir}/postfix/transport
smtpd_relay_restrictions = permit_mynetworks, reject
smtpd_tls_security_level = may
smtpd_tls_cert_file = ${certificate}
smtpd_tls_key_file = ${key}
smtp_tls_security_level = none`,
  );
  const services = 'rewrite bounce defer trace verify proxymap smtp error retry discard anvil scache';
  const programs: Record<string, string> = {
    rewrite: 'trivial-rewrite',
    defer: 'bounce',
    trace: 'bounce',
    retry: 'error',
  };
  await file(
    'master.cf',
    `
127.0.0.1:${smtpPort} inet n - n - - smtpd
127.0.0.1:${farPort} inet n - n - - smtpd
  -o smtpd_recipient_restrictions=check_recipient_access,texthash:${dir}/postfix/known,reject
pickup unix n - n 60 1 pickup
tlsmgr unix - - n 1000? 1 tlsmgr
virtual unix - n n - - virtual
cleanup unix n - n - 0 cleanup
flush unix n - n 1000? 0 flush
qmgr unix n - n 300 1 qmgr
postlog unix-dgram n - n - 1 postlogd
${services
  .split(' ')
  .map((name) => `${name} unix - - n - ${/bounce|defer|trace/.test(name) ? 0 : '-'} ${programs[name] ?? name}`)
  .join('\n')}`,
  );
}

async function startDovecot({ dir, key, certificate, imapPort }: Places & { imapPort: number }): Promise<ChildProcess> {
  const file = path.join(dir, 'dovecot.conf');
  await writeFile(
    file,
    `
protocols = imap
base_dir = ${dir}/dovecot
log_path = ${dir}/dovecot.log
listen = 127.0.0.1
ssl = required
ssl_cert = <${certificate}
ssl_key = <${key}
first_valid_uid = 100
first_valid_gid = 100
mail_location = maildir:${dir}/mail/%n
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${nobody} gid=${nobody} home=${dir}/mail/%n
}
service imap-login {
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    address = 127.0.0.1
    port = ${imapPort}
    ssl = yes
  }
}
`,
  );
  return spawn(dovecot, ['-F', '-c', file], { stdio: 'ignore' });
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = net.createServer().listen(0, '127.0.0.1');
      await new Promise((done) => server.once('listening', done));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

async function reachable(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(true));
      socket.once('error', () => resolve(false)).once('connect', () => socket.end());
    });
    if (open) return;
    await sleep(50);
  }
  throw new Error(`nothing listens at port ${port}`);
}
