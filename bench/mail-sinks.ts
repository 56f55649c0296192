import { fork } from 'node:child_process';
import path from 'node:path';

interface Told {
  port: number;
  taken: number;
  connections: number;
  violations: string[];
}

/** A separate mail server that accepts everything. */
export interface MailSink {
  port: number;
  told(): Promise<Told>;
  stop(): void;
}

/** Starts a mail server in its own process. */
export async function startMailSink(): Promise<MailSink> {
  const child = fork(path.join(import.meta.dirname, 'mail-sink.ts'));
  const next = () => new Promise<Told>((resolve) => child.once('message', (message) => resolve(message as Told)));
  const { port } = await next();
  return {
    port,
    told() {
      const answer = next();
      child.send('state');
      return answer;
    },
    stop: () => child.disconnect(),
  };
}
