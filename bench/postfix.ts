import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#testing/free-port.ts';

const program = (name: string) => `/usr/sbin/${name}`;

/** Returns whether Postfix's test programs are installed. */
export const hasPostfix = (): boolean => ['smtp-sink', 'smtp-source'].map(program).every((file) => existsSync(file));

/** Postfix's smtp-sink, which accepts everything and stores nothing. */
export interface PostfixSink {
  port: number;
  pid: number;
  stop(): void;
}

/** Starts Postfix's smtp-sink; resolves when it accepts connections. */
export async function startPostfixSink(): Promise<PostfixSink> {
  const port = await freePort();
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child: ChildProcess = spawn(program('smtp-sink'), [...user, `127.0.0.1:${port}`, '1000'], { stdio: 'ignore' });
  for (let tries = 0; !(await accepts(port)); tries += 1) {
    if (tries > 300) throw new Error('smtp-sink does not accept connections');
    await sleep(100);
  }
  return { port, pid: child.pid!, stop: () => void child.kill() };
}

async function accepts(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  const accepted = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return accepted;
}

/** Returns mails per second of Postfix's smtp-source with 20 sessions. */
export async function smtpSourceRate(port: number, count: number, bytes: number): Promise<number> {
  const options = [
    '-s',
    '20',
    '-m',
    String(count),
    '-l',
    String(bytes),
    '-f',
    'stab@example.org',
    '-t',
    'p@example.org',
  ];
  const begun = performance.now();
  const child = spawn(program('smtp-source'), [...options, `127.0.0.1:${port}`], { stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`smtp-source ended with ${code}`);
  return count / ((performance.now() - begun) / 1000);
}
