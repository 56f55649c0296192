import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { missing } from '../programs/missing.ts';
import { createCertificate, imapPassword, missingImapPrograms, nobody, startImapProgram } from './imap-program.ts';
import { freePorts, reachable } from './ports.ts';

/** A mail server of real programs on ports of its own: Postfix takes and bounces, Dovecot shows the mailboxes. */
export interface MailPrograms {
  smtpPort: number;
  imapPort: number;
  /** All mailboxes open with it. */
  password: string;
  /** The programs' log. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

const postfix = '/usr/sbin/postfix';

/** Returns the missing programs. */
export function missingMailPrograms(): string[] {
  const absent = [...missing({ [postfix]: 'postfix' }), ...missingImapPrograms()];
  return process.getuid?.() === 0 ? absent : [...absent, 'root, without which Postfix does not start'];
}

/**
 * Starts both in their own folder. example.org (any address, +… is its mailbox) and example.net have mailboxes;
 * people.example has a second server that knows no one and refuses as its addresses say.
 */
export async function startMailPrograms(): Promise<MailPrograms> {
  const dir = await mkdtemp(path.join(tmpdir(), 'meldekette-interop-'));
  await chmod(dir, 0o755);
  const [smtpPort, farPort] = (await freePorts(2)) as [number, number];
  for (const name of ['postfix', 'queue', 'data', 'mail']) await mkdir(path.join(dir, name));
  execFileSync('chown', ['postfix', path.join(dir, 'data')]);
  await chown(path.join(dir, 'mail'), nobody, nobody);
  const { key, certificate } = createCertificate(dir);
  await configurePostfix({ dir, key, certificate, smtpPort, farPort });
  execFileSync(postfix, ['-c', path.join(dir, 'postfix'), 'start'], { stdio: 'pipe' });
  const imap = await startImapProgram(path.join(dir, 'mail'));
  await Promise.all([smtpPort, farPort].map(reachable));
  return {
    smtpPort,
    imapPort: imap.port,
    password: imapPassword,
    log: async () => `${await readFile(path.join(dir, 'postfix.log'), 'utf8').catch(() => '')}\n${await imap.log()}`,
    async stop() {
      execFileSync(postfix, ['-c', path.join(dir, 'postfix'), 'abort'], { stdio: 'pipe' });
      await imap.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

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
