// Makes and proves one backup in a process of its own with a low priority, so that neither its work nor its memory delays an alarm.
import { stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { withClient } from '#server/platform/connection/client.ts';
import { setupUrl } from '#server/platform/database/embedded.ts';
import { createBackup, type Protection } from '../create-backup.ts';
import { createIdentity } from '../encryption.ts';
import type { Unlocking } from '../open-backup.ts';
import { type BackupFault, faultOf } from './fault.ts';
import { proveBackup } from './prove-backup.ts';

/** The work of the process, sent by the worker. Nothing of it is visible in the list of processes. */
export interface BackupOrder {
  /** Without it, only proves the file. */
  protection?: NonNullable<Protection>;
  file: string;
  url: string;
  /** The folder of the embedded database; null with your own PostgreSQL. */
  embedded: string | null;
  /** Opens the file if it is only proved. */
  unlocking?: Unlocking;
  /** The number of rows in the database or backup, to estimate the progress; 0 if unknown. */
  expectedRows: number;
}

/** A message of the process to the worker. */
export type BackupReport =
  | { is: 'progress'; percent: number }
  | { is: 'created'; size: number; tables: number; rows: number; createdAt: string }
  | { is: 'proved' }
  | { is: 'failed'; step: 'backup' | 'proof'; fault: BackupFault };

/** A message of the worker to the process: `wait` while messages are due. */
export type BackupPace = { pace: 'wait' | 'go' };

let waiting: PromiseWithResolvers<void> | null = null;
const pace = async () => void (await waiting?.promise);

process.on('message', (message: BackupOrder | BackupPace) => {
  if (!('pace' in message)) return void work(message);
  if (message.pace === 'wait') waiting ??= Promise.withResolvers<void>();
  else {
    waiting?.resolve();
    waiting = null;
  }
});
process.once('disconnect', () => process.exit(1)); // the worker ended
os.setPriority(os.constants.priority.PRIORITY_LOW);

const report = (message: BackupReport) =>
  new Promise<void>((resolve) => {
    if (process.send) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });

async function work(order: BackupOrder): Promise<void> {
  let step: 'backup' | 'proof' = 'backup';
  try {
    const unlocking = order.protection ? await backUp(order, order.protection) : order.unlocking!;
    step = 'proof';
    const { onTable } = progress(order.expectedRows);
    const setup = order.embedded ? await setupUrl(path.join(order.embedded, 'database')) : null;
    await proveBackup({ url: order.url, setupUrl: setup }, { file: order.file, unlocking, onTable, pace });
    await report({ is: 'proved' });
  } catch (error) {
    await report({ is: 'failed', step, fault: faultOf(error) });
  }
  process.exit(0);
}

/** Returns the secret for the proof: the passphrase, or the identity of this backup, which only this process knows. */
async function backUp(order: BackupOrder, protection: NonNullable<Protection>): Promise<Unlocking> {
  const identity = await createIdentity();
  const { onTable } = progress(order.expectedRows);
  const onMember = (name: string, rows: number | null) => onTable(name, rows ?? 0);
  const options = { file: order.file, protection, key: null, onMember, pace, identity };
  const manifest = await withClient(order.url, (client) => createBackup(client, options));
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const { size } = await stat(order.file);
  await report({ is: 'created', size, tables: manifest.tables.length, rows, createdAt: manifest.createdAt });
  order.expectedRows = rows;
  return 'recipient' in protection ? { own: identity.identity } : { passphrase: protection.passphrase };
}

function progress(expectedRows: number) {
  let done = 0;
  return {
    onTable(_name: string, rows: number) {
      done += rows;
      const percent = Math.min(99, Math.floor((done / Math.max(expectedRows, done, 1)) * 100));
      void report({ is: 'progress', percent });
    },
  };
}
