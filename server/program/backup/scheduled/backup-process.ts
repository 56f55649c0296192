// Makes and proves a backup in a process of reduced priority, so that it delays no alarm.
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
import { areOnOneDisk, guardSpace, refuseWithoutSpace } from './space.ts';

/** The process's work, sent by the worker, invisible in the process list. */
export interface BackupOrder {
  /** Without it, only proves the file. */
  protection?: NonNullable<Protection>;
  file: string;
  url: string;
  /** The folder of the embedded database; null with your own PostgreSQL. */
  embedded: string | null;
  /** Opens the file if it is only proved. */
  unlocking?: Unlocking;
  /** For the progress; 0 if unknown. */
  expectedRows: number;
}

/** A message of the process to the worker. */
export type BackupReport =
  | { is: 'progress'; percent: number }
  | { is: 'created'; size: number; tables: number; rows: number; createdAt: string }
  | { is: 'proved' }
  | { is: 'failed'; step: 'backup' | 'proof'; fault: BackupFault };

/** `wait` while messages are due. */
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
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);

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
    const folder = order.embedded && path.join(order.embedded, 'database');
    const setup = folder ? await setupUrl(folder) : null;
    const guard = folder ? await guardProof(order.url, folder) : pace;
    await proveBackup({ url: order.url, setupUrl: setup }, { file: order.file, unlocking, onTable, pace: guard });
    await report({ is: 'proved' });
  } catch (error) {
    await report({ is: 'failed', step, fault: faultOf(error) });
  }
  process.exit(0);
}

/** Keeps the embedded database's room during the proof. */
async function guardProof(url: string, folder: string): Promise<() => Promise<void>> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ size: number }>('select pg_database_size(current_database())::float8 as size'),
  );
  await refuseWithoutSpace(folder, 'no_database_space', rows[0]!.size);
  return withGuard(guardSpace(folder, 'no_database_space'));
}

const withGuard = (guard: () => Promise<void>) => async () => {
  await pace();
  await guard();
};

/** Returns the secret for the proof, or this backup's identity. */
async function backUp(order: BackupOrder, protection: NonNullable<Protection>): Promise<Unlocking> {
  const identity = await createIdentity();
  const { onTable } = progress(order.expectedRows);
  const onMember = (name: string, rows: number | null) => onTable(name, rows ?? 0);
  const database = order.embedded && path.join(order.embedded, 'database');
  const isShared = database !== null && (await areOnOneDisk(database, path.dirname(order.file)));
  const guarded = isShared ? withGuard(guardSpace(database, 'no_space')) : pace;
  const options = { file: order.file, protection, key: null, onMember, pace: guarded, identity };
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
