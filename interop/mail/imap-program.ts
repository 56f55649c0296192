import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { missing } from '../programs/missing.ts';
import { freePorts, reachable } from './ports.ts';

/** A Dovecot on a port of its own, with a mailbox for any name. */
export interface ImapProgram {
  port: number;
  /** All mailboxes open with it. */
  password: string;
  /** Cuts all connections; new ones are accepted. */
  cut(): Promise<void>;
  /** Kills all of its processes, and stays away. */
  kill(): Promise<void>;
  /** Starts it after `kill`. */
  start(): Promise<void>;
  /** Gives the INBOX of a user, and its mails, new numbers, as after a restored backup. */
  renumber(user: string): Promise<void>;
  log(): Promise<string>;
  stop(): Promise<void>;
}

const dovecot = '/usr/sbin/dovecot';
/** The account that owns the mailboxes. */
export const nobody = 65_534;
/** Opens every mailbox. */
export const imapPassword = 'geheim';

/** Returns the missing programs. */
export const missingImapPrograms = (): string[] =>
  missing({ [dovecot]: 'dovecot-imapd', '/usr/bin/openssl': 'openssl' });

/** Creates a certificate for localhost in a folder. */
export function createCertificate(dir: string): { key: string; certificate: string } {
  const [key, certificate] = [path.join(dir, 'key.pem'), path.join(dir, 'certificate.pem')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  execFileSync('/usr/bin/openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  return { key, certificate };
}

/** Starts it in a folder of its own, with mailboxes below `mail` or in the same folder. */
export async function startImapProgram(mail?: string): Promise<ImapProgram> {
  const dir = await mkdtemp(path.join(tmpdir(), 'meldekette-imap-'));
  await chmod(dir, 0o755);
  const mails = mail ?? path.join(dir, 'mail');
  if (!mail) {
    await mkdir(mails);
    await chown(mails, nobody, nobody);
  }
  const [port] = (await freePorts(1)) as [number];
  const file = path.join(dir, 'dovecot.conf');
  await writeFile(file, configuration({ dir, mails, port, ...createCertificate(dir) }));
  let child: ChildProcess;
  const start = async () => {
    child = spawn(dovecot, ['-F', '-c', file], { stdio: 'ignore' });
    await reachable(port);
  };
  const end = async (signal: NodeJS.Signals, name?: string) => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const started = [...(await below(child.pid!))];
    for (const { pid, name: own } of started) if (!name || own.startsWith(name)) kill(pid, signal);
    if (name) return;
    child.kill(signal);
    await ended;
  };
  await start();
  return {
    port,
    password: imapPassword,
    start,
    cut: () => end('SIGKILL', 'imap'),
    kill: () => end('SIGKILL'),
    async renumber(user) {
      const inbox = path.join(mails, user);
      await end('SIGKILL');
      for (const name of await readdir(inbox)) if (/^dovecot/.test(name)) await rm(path.join(inbox, name));
      await start();
    },
    log: () => readFile(path.join(dir, 'dovecot.log'), 'utf8').catch(() => ''),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it ended by itself
  }
}

/** Returns the processes that a process started. */
async function below(parent: number): Promise<{ pid: number; name: string }[]> {
  const found: { pid: number; name: string }[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const [, name = '', of] = /^\d+ \((.*)\) \S (\d+)/.exec(stat) ?? [];
    if (Number(of) === parent) found.push({ pid: Number(pid), name });
  }
  return found;
}

const configuration = ({
  dir,
  mails,
  port,
  key,
  certificate,
}: Record<'dir' | 'mails' | 'key' | 'certificate', string> & { port: number }) => `
protocols = imap
base_dir = ${dir}/dovecot
log_path = ${dir}/dovecot.log
listen = 127.0.0.1
ssl = required
ssl_cert = <${certificate}
ssl_key = <${key}
first_valid_uid = 100
first_valid_gid = 100
mail_location = maildir:${mails}/%n
passdb {
  driver = static
  args = password=${imapPassword}
}
userdb {
  driver = static
  args = uid=${nobody} gid=${nobody} home=${mails}/%n
}
service imap-login {
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    address = 127.0.0.1
    port = ${port}
    ssl = yes
  }
}
`;
