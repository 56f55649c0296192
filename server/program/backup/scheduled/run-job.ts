import { type ChildProcess, fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type BackupSettings, passphraseOf } from '#server/administration/backups/settings.ts';
import type { App } from '#server/platform/context.ts';
import { KnownFault } from '../known-fault.ts';
import type { BackupOrder, BackupPace, BackupReport } from './backup-process.ts';
import { type BackupFault, faultOf } from './fault.ts';
import { fileNameAt, removeRemains, tidyFolder } from './files.ts';
import * as queue from './queue.ts';

const program = fileURLToPath(new URL('./backup-process.ts', import.meta.url));

// The flags of `npm run backup`, which keep the memory below 200 MB.
const flags = ['--max-semi-space-size=2', '--expose-gc'];

/** The longest wait for due messages. */
const longestWait = 10 * 60_000;
const everySecond = 1_000;

/** A hanging process must not prevent backups forever. */
const longestWork = 12 * 60 * 60_000;

interface Work {
  app: App;
  node: string;
  settings: BackupSettings;
  signal: AbortSignal;
}

/** Makes and proves a backup, or only proves it, and records the result. Never raises. */
export async function runJob(work: Work, job: queue.Job): Promise<void> {
  const { app } = work;
  const began = performance.now();
  let isMade = job.status === 'done';
  const failed = async (fault: BackupFault) => {
    await queue.recordFailure(app, job, fault);
    app.log.error({ event: isMade ? 'backup_proof_failed' : 'backup_failed', backup: job.id, ...fault });
  };
  try {
    const order = await orderFor(work, job);
    const { folder } = order;
    await follow(work, job, order, async (report) => {
      if (report.is === 'created') {
        await queue.recordCreated(app, job, report);
        isMade = true;
        const seconds = Math.round((performance.now() - began) / 1000);
        app.log.info({ event: 'backup_done', backup: job.id, size: report.size, rows: report.rows, seconds });
        await tidyFolder(app, folder, work.settings);
      } else if (report.is === 'proved') {
        await queue.recordProved(app, job);
        app.log.info({ event: 'backup_proved', backup: job.id });
      } else if (report.is === 'failed') await failed(report.fault);
    });
  } catch (error) {
    if (work.signal.aborted) return; // the next worker finds it without a sign of life
    if (error instanceof queue.TakenOver || !(await queue.isOwn(app, job))) return;
    if (!isMade) await removeFiles(job);
    await failed(faultOf(error));
  }
}

/** Removes a killed process's unlisted files. */
async function removeFiles({ folder, file }: queue.Job): Promise<void> {
  if (!folder || !file) return;
  for (const name of [`${file}.part`, file]) await rm(path.join(folder, name), { force: true }).catch(() => undefined);
}

async function orderFor({ app, settings }: Work, job: queue.Job): Promise<BackupOrder & { folder: string }> {
  const { url } = app.database;
  const embedded = app.config.DATABASE_URL ? null : path.resolve(app.config.DATA_DIR);
  const shared = { url, embedded };
  if (job.status === 'done') {
    const [folder, expectedRows] = [job.folder!, job.rowCount ?? 0];
    const unlocking = { passphrase: passphraseFor(app, settings) };
    return { ...shared, folder, file: path.join(folder, job.file!), unlocking, expectedRows };
  }
  const { folder, recipient } = settings;
  const protection = recipient ? { recipient } : { passphrase: passphraseFor(app, settings) };
  const encryption = recipient ? 'recipient' : 'passphrase';
  await removeRemains(job); // of an earlier attempt
  const file = fileNameAt(new Date());
  await queue.nameFile(app, job, { folder, file, encryption });
  Object.assign(job, { folder, file });
  const expectedRows = await queue.lastRowCount(app);
  return { ...shared, folder, file: path.join(folder, file), protection, expectedRows };
}

function passphraseFor({ secrets }: App, settings: BackupSettings): string {
  const passphrase = passphraseOf(secrets, settings);
  if (passphrase) return passphrase;
  throw new KnownFault(
    'passphrase',
    passphrase === null
      ? 'There is no passphrase: enter one.'
      : 'The passphrase was stored with another secret key: enter it again.',
  );
}

/** Runs the process and handles its reports. Gives signs of life, and pauses it while messages are due. */
async function follow(
  { app, node, signal }: Work,
  job: queue.Job,
  order: BackupOrder,
  handle: (report: BackupReport) => Promise<void>,
): Promise<void> {
  const child = fork(program, { execArgv: [...process.execArgv, ...flags], env: environment(), stdio: 'ignore' });
  const ended = new AbortController();
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  let progress = 0;
  let isOver = false;
  let handling = Promise.resolve();
  child.on('message', (report: BackupReport) => {
    if (report.is === 'progress') progress = report.percent;
    else {
      progress = 0;
      isOver ||= report.is !== 'created';
      handling = handling.then(() => handle(report));
      handling.catch(kill);
    }
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.on('error', () => {
      if (child.pid === undefined) resolve(); // it didn't start
    });
  });
  child.send(order);
  let isTooLong = false;
  const tooLong = setTimeout(() => {
    isTooLong = true;
    kill();
  }, longestWork);
  const looking = lookAfter({ app, node, child, job, signal: ended.signal, progress: () => progress, kill });
  await exited;
  clearTimeout(tooLong);
  ended.abort();
  signal.removeEventListener('abort', kill);
  await looking;
  await handling;
  if (isOver || signal.aborted) return;
  throw isTooLong
    ? new KnownFault('too_long', 'The process took longer than 12 hours and was ended.')
    : new KnownFault('interrupted', 'The process that made the backup was ended.');
}

interface Watched {
  app: App;
  node: string;
  child: ChildProcess;
  job: queue.Job;
  signal: AbortSignal;
  progress: () => number;
  kill: () => void;
}

async function lookAfter({ app, node, child, job, signal, progress, kill }: Watched): Promise<void> {
  let waited = 0;
  let pace: BackupPace['pace'] = 'go';
  for (;;) {
    await sleep(everySecond, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      const isOwn = await queue.keepAlive(app, job.id, node, progress());
      if (!isOwn && !signal.aborted) return kill(); // another worker took it over
      const wanted = waited < longestWait && (await queue.isSending(app)) ? 'wait' : 'go';
      if (wanted === 'wait') waited += everySecond;
      if (wanted !== pace && child.connected) child.send({ pace: wanted } satisfies BackupPace);
      pace = wanted;
    } catch (error) {
      app.log.warn({ event: 'backup_watch_failed', error: (error as Error).name });
    }
  }
}

/** The process gets no secrets of the environment. */
const environment = (): NodeJS.ProcessEnv => {
  const { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE };
};
