import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { releaseInstallation } from '#server/administration/installation/release.ts';
import { connect, type Database } from '#server/platform/database/connect.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { findHold } from '#server/platform/installation/held.ts';
import { createLog } from '#server/platform/log.ts';
import { type Fault, ofDelivery } from '../fault.ts';
import { signalPostgres } from '../postgres.ts';
import { startWorkerProcess } from '../process.ts';
import { type Sink, startSink } from '../sink.ts';
import { openRows, type Stage } from '../stage.ts';

interface Copy {
  database: Database;
  /** Receives the mails of the copy. */
  sink: Sink;
}

/** Seconds that a copy must stay silent: several polls, claims, and attempts. */
const stillFor = 12;

async function withOwnSink(stage: Stage, database: Database): Promise<Copy> {
  const sink = await startSink({ seed: stage.seed });
  stage.after(() => sink.stop());
  await sql`update channels set settings = jsonb_set(settings, '{port}', to_jsonb(${sink.port}::int))
    where settings ? 'port'`.execute(database.db);
  return { database, sink };
}

async function keepsStill(stage: Stage, { database, sink }: Copy, why: string): Promise<void> {
  await sleep(stillFor * 1000);
  const hold = await findHold(database.db);
  stage.expect(hold?.why === why, `the copy is held as ${hold?.why}, not as ${why}`);
  const sent = (await sink.ledger()).length;
  stage.figure('sent by the copy while it was held', sent);
  stage.expect(sent === 0, `the copy sent ${sent} mails before anybody said so`);
}

/** Checks a released copy: all open recipients get their message, marked where the original may have sent it. */
async function sendsWhenReleased(stage: Stage, { database, sink }: Copy, open: number): Promise<void> {
  await releaseInstallation({ db: database.db, log: createLog('silent') }, { discardBefore: null, by: null });
  for (const end = performance.now() + 240_000; performance.now() < end; await sleep(100)) {
    if ((await openRows(database.db)) === 0) break;
  }
  const sent = await sink.ledger();
  const before = new Set((await stage.taken()).map(({ to }) => to));
  const twice = new Set(sent.map(({ to }) => to).filter((to) => before.has(to)));
  const { rows } = await sql<{ address: string }>`
    select target_address as address from message_recipients where maybe_duplicate`.execute(database.db);
  const marked = new Set(rows.map(({ address }) => address));
  stage.figure('open in the copy', open);
  stage.figure('told by both', twice.size);
  const unmarked = [...twice].filter((address) => !marked.has(address)).length;
  stage.expect(unmarked === 0, `${unmarked} were told by both and are not marked`);
  stage.expect(twice.size <= open, `${twice.size} were told by both, and only ${open} were open`);
  stage.expect((await openRows(database.db)) === 0, 'the released copy did not come to an end');
}

const restored: Fault = {
  id: 'F28',
  procedure:
    'While a message is sent, the worker is killed and the database copied, as by restoring a dump. The original sends to the end. Then a worker starts on the copy, and later an owner confirms the copy as the real one.',
  expected:
    'Before the confirmation the copy sends nothing. After it, both reached at most the recipients that were open in the copy, and each is marked.',
  invariants: ofDelivery,
  count: { full: 4000, short: 400 },
  async play(stage) {
    const { channelId } = await stage.mail({ delay: 5 });
    await stage.rows({ count: stage.count, channelId });
    const worker = await stage.worker();
    await stage.untilTaken(Math.ceil(stage.count * (0.2 + stage.random() * 0.4)));
    await stage.kill(worker);
    const url = await copyDatabase(stage);
    await stage.worker();
    const database = connect(url, () => undefined, { max: 4 });
    stage.after(database.close);
    const copy = await withOwnSink(stage, database);
    const open = await openRows(database.db);
    const own = { data: await mkdtemp(path.join(tmpdir(), 'meldekette-copy-')) };
    stage.after(() => rm(own.data, { recursive: true, force: true }));
    stage.watch(await startWorkerProcess(database.db, url, own));
    await stage.done();
    await keepsStill(stage, copy, 'moved');
    await sendsWhenReleased(stage, copy, open);
  },
};

async function copyDatabase({ db, url, after }: Stage): Promise<string> {
  const from = new URL(url).pathname.slice(1);
  const name = `${from}_copy`;
  const admin = connect(Object.assign(new URL(url), { pathname: '/postgres' }).href, () => undefined, { max: 1 });
  after(async () => {
    await sql`drop database if exists ${sql.ref(name)} with (force)`.execute(admin.db);
    await admin.close();
  });
  // The database must have no connections; the stage's own connections come back.
  for (let attempt = 1; ; attempt++) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${from}`.execute(admin.db);
    try {
      await sql`create database ${sql.ref(name)} template ${sql.ref(from)}`.execute(admin.db);
      break;
    } catch (error) {
      if (attempt === 100) throw error;
      await sleep(50);
    }
  }
  await sql`select 1`.execute(db).catch(() => undefined); // the first one finds out that it was cut off
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

const cloned: Fault = {
  id: 'F29',
  procedure:
    'While a message is sent, the folders of a running installation (PostgreSQL and DATA_DIR) are copied, and the copy is started too.',
  expected: 'The clone sends nothing.',
  invariants: ofDelivery,
  count: { full: 4000, short: 400 },
  killsDatabase: true,
  async play(stage) {
    const { channelId } = await stage.mail({ delay: 5 });
    await stage.rows({ count: stage.count, channelId });
    const dir = await mkdtemp(path.join(tmpdir(), 'meldekette-clone-'));
    stage.after(() => rm(dir, { recursive: true, force: true }));
    await chmod(dir, 0o755); // PostgreSQL has an account of its own
    const data = path.join(dir, 'data');
    stage.watch(await startWorkerProcess(stage.db, stage.url, { data }));
    await stage.untilTaken(Math.ceil(stage.count * (0.2 + stage.random() * 0.4)));
    const folder = await folderOf(stage);
    // As in a disk snapshot, nothing is written during the copy.
    await signalPostgres(stage.postgres!, 'SIGSTOP');
    await copyFolder(data, path.join(dir, 'data-clone'));
    await mkdir(path.join(dir, 'clone'));
    await copyFolder(folder, path.join(dir, 'clone', 'pgdata'));
    await signalPostgres(stage.postgres!, 'SIGCONT');
    await rm(path.join(dir, 'clone', 'pgdata', 'postmaster.pid'), { force: true });
    const postgres = await startEmbedded({ dir: path.join(dir, 'clone') });
    stage.after(postgres.stop);
    const url = Object.assign(new URL(postgres.url), { pathname: new URL(stage.url).pathname }).href;
    const database = connect(url, () => undefined, { max: 4 });
    stage.after(database.close);
    const clone = await withOwnSink(stage, database);
    stage.figure('open in the clone', await openRows(database.db));
    stage.watch(await startWorkerProcess(database.db, url, { data: path.join(dir, 'data-clone') }));
    await stage.done();
    await keepsStill(stage, clone, 'copied');
  },
};

/** Copies a folder with owners and times, as an operator does. */
const copyFolder = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to]);

async function folderOf({ db }: Stage): Promise<string> {
  const { rows } = await sql<{ folder: string }>`select current_setting('data_directory') as folder`.execute(db);
  return rows[0]!.folder;
}

/** Faults of copied installations. */
export const copyFaults: readonly Fault[] = [restored, cloned];
