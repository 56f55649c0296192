import { fork } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LedgerEntry, SinkModes, Visits } from './smtp-sink.ts';

/** A misbehaving mail server in a process of its own. */
export interface Sink {
  port: number;
  ledger(): Promise<LedgerEntry[]>;
  behave(modes: SinkModes): Promise<void>;
  visits(): Promise<Visits>;
  stop(): Promise<void>;
}

/** Starts a mail server with this behaviour. */
export async function startSink(modes: SinkModes = {}): Promise<Sink> {
  const dir = await mkdtemp(path.join(tmpdir(), 'meldekette-sink-'));
  const file = path.join(dir, 'ledger.jsonl');
  const child = fork(path.join(import.meta.dirname, 'smtp-sink.ts'), [file, JSON.stringify(modes)]);
  const told = <T>() =>
    new Promise<T>((resolve, reject) => {
      const ended = () => reject(new Error('the mail server ended'));
      child.once('exit', ended);
      child.once('message', (message) => {
        child.off('exit', ended);
        resolve(message as T);
      });
    });
  const { port } = await told<{ port: number }>();
  return {
    port,
    async ledger() {
      const text = await readFile(file, 'utf8');
      const lines = text.slice(0, text.lastIndexOf('\n') + 1); // the last line may be incomplete
      return lines.split('\n').flatMap((line) => (line ? [JSON.parse(line) as LedgerEntry] : []));
    },
    async behave(next) {
      const changed = told<unknown>();
      child.send(next);
      await changed;
    },
    async visits() {
      const visits = told<Visits>();
      child.send('visits');
      return visits;
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}
