import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { defaultAnswerOptions } from '#server/alerting/messages/report-rules.ts';
import { Client, withClient } from '#server/platform/connection/client.ts';
import { otherDatabase } from '#server/platform/connection/servers.ts';
import { connect, type Db } from '#server/platform/database/connect.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { switchoverPurpose } from '#server/platform/database/open.ts';
import { createLog } from '#server/platform/log.ts';
import { deriveSecrets, seal, sha256, tokenOf } from '#server/platform/secrets.ts';
import { answerByLink, startAnswering } from '#testing/answering-by-link.ts';
import { createMailChannel, createRecipients } from '#testing/deliveries.ts';
import { type MailServer, startMailServer } from '#testing/fakes/mail-server.ts';
import { programFile } from '#testing/program.ts';
import { until as untilSoon } from '#testing/until.ts';
import { findSystemPostgres, type SystemPostgres, startSystemPostgres } from '../../../interop/postgres/programs.ts';
import { switchOver } from './switch-over.ts';

// Real processes on a database of their own, and real kills. Each test finds what the one before left.

const programs = findSystemPostgres();
const options = { skip: programs ? false : 'needs the Debian packages postgresql and postgresql-client' };
const until: typeof untilSoon = (look) => untilSoon(look, 300_000);
const root = path.resolve(import.meta.dirname, '../../..');
const key = 'a secret key that only tests know';
const secrets = deriveSecrets(key);

let dir: string;
let server: SystemPostgres;
let mails: MailServer;
let running: Running;
before(async () => {
  if (!programs) return;
  dir = await mkdtemp(path.join(tmpdir(), 'meldekette-switchover-'));
  server = await startSystemPostgres(programs);
  await onServer('create role operator login');
  mails = await startMailServer({ delay: 5 });
  running = await start();
});
const all = new Set<ChildProcess>();
after(async () => {
  for (const { pid } of all) if (pid) process.kill(-pid, 'SIGKILL');
  await mails?.stop();
  await server?.stop();
  if (dir) await rm(dir, { recursive: true, force: true });
});

const onServer = (statement: string) => withClient(server.url, (client) => client.query(statement));
const addressOf = (name: string, role = 'operator') =>
  otherDatabase(server.url, name).replace('//postgres@', `//${role}@`);

async function createTarget(name: string, rest = "encoding 'UTF8'"): Promise<string> {
  await onServer(`create database ${name} owner operator template template0 ${rest}`);
  return addressOf(name);
}

interface Running {
  program: ChildProcess;
  url: string;
  ended: Promise<number | null>;
  output(): string;
}

function run(args: readonly string[], env: Record<string, string> = {}) {
  const program = spawn(process.execPath, args, {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dir,
      DEMO_DATA: '0',
      PORT: '0',
      WEB_PROCESSES: '1',
      SECRET_KEY: key,
      OWNER_PASSWORD: 'owner password of the tests',
      LOCAL_CHANNELS: '1',
      LOG_LEVEL: 'warn',
      ...env,
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  all.add(program);
  let output = '';
  for (const stream of [program.stdout!, program.stderr!])
    stream.on('data', (text) => {
      output += text;
    });
  const ended = new Promise<number | null>((resolve) => program.once('close', resolve));
  void ended.then(() => all.delete(program));
  return { program, ended, output: () => output };
}

async function start(env: Record<string, string> = {}): Promise<Running> {
  const one = run([await programFile()], env);
  const url = await until(() => {
    assert.equal(one.program.exitCode, null, one.output());
    return /is running: +(\S+)\s/.exec(one.output())?.[1];
  });
  return { ...one, url };
}

const command = (to: string) => ['server/program/switchover/switchover-command.ts', '--to', to];

/** Opens the embedded database, whose address another role uses than the program. */
async function openOld(): Promise<{ db: Db; url: string; close(): Promise<void> }> {
  const { url, stop } = await startEmbedded({ dir: path.join(dir, 'database'), database: 'meldekette' });
  await stop();
  return connect(url);
}

/** Creates an alarm whose recipients can answer by link; its mails are due, unless delayed. */
async function createAlarm(db: Db, count: number, { delayed = false } = {}) {
  const channelId = await createMailChannel(db, mails.port);
  const alarm = await createRecipients(db, { count, channelId, lane: 'alarm', requestAnswer: true, delayed });
  await db
    .insertInto('answerOptions')
    .values(
      defaultAnswerOptions.map((option, sortOrder) => ({
        ...option,
        askMinutes: option.askMinutes ?? false,
        sortOrder,
        reportId: alarm.reportId,
      })),
    )
    .execute();
  const { rows } = await sql<{ id: number; nonce: Buffer }>`
    select id, nonce from message_recipients where message_id = ${alarm.messageId} order by id`.execute(db);
  const tokens = rows.map(({ nonce }) => tokenOf(secrets.link, nonce));
  await sql`update message_recipients r set token_hash = x.hash
    from unnest(${rows.map(({ id }) => id)}::int[], ${tokens.map(sha256)}::bytea[]) as x (id, hash)
    where r.id = x.id`.execute(db);
  return { ...alarm, tokens };
}

const hasState = async (db: Db) => {
  const { rows } = await sql<{ found: boolean }>`
    select to_regnamespace('meldekette_switchover') is not null as found`.execute(db);
  return rows[0]!.found;
};

const answersIn = async (db: Db, reportId: number) => {
  const { rows } = await sql<{ answer: string }>`
    select encode(token_hash, 'hex') || ' ' || minutes as answer
    from answers a join message_recipients r on r.id = a.recipient_id
    where a.report_id = ${reportId} order by a.id`.execute(db);
  return rows.map(({ answer }) => answer);
};

const stored = (accepted: readonly string[]) =>
  accepted.map((one) => {
    const [token, minutes] = one.split(' ');
    return `${sha256(token!).toString('hex')} ${minutes}`;
  });

/** Compares two lists regardless of their order. */
function assertSame(found: readonly string[], wanted: readonly string[]): void {
  assert.deepEqual(new Set(found), new Set(wanted));
  assert.equal(found.length, wanted.length);
}

let moved: string;
let last: string;

test('a running program moves: no answer is lost or refused, and each mail leaves once', options, async (t) => {
  moved = await createTarget('moved');
  const old = await openOld();
  const { tokens, reportId } = await createAlarm(old.db, 400, { delayed: true });
  const mailed = await createAlarm(old.db, 300);
  const answering = startAnswering(running.url, secrets, tokens);

  const killed = run(command(moved));
  let isKilled = false;
  const kill = () => {
    if (isKilled || !/public\.answers/.test(killed.output())) return;
    isKilled = true;
    process.kill(-killed.program.pid!, 'SIGKILL');
  };
  for (const stream of [killed.program.stdout!, killed.program.stderr!]) stream.on('data', kill); // before it goes on
  assert.equal(await killed.ended, null, killed.output());
  const before = answering.count();
  await until(() => answering.count() > before + 10);
  await until(async () => !(await hasState(old.db))); // the worker removed the rest
  const refusedEarly = await withClient(moved, async () => null).catch((error: Error) => error.message);
  assert.match(String(refusedEarly), /incomplete target/);

  const second = run(command(moved));
  assert.equal(await second.ended, 0, second.output());
  assert.match(second.output(), /moved is the database now: \d+ tables with \d+ rows and \d+ seals/);
  const switched = answering.count();
  await until(() => answering.count() > switched + 50);
  const { accepted, refused, longest } = await answering.stop();
  t.diagnostic(`${/Changes waited.*/.exec(second.output())?.[0]} ${accepted.length} answers, longest ${longest} ms`);
  assert.deepEqual(refused, []);

  const fresh = connect(moved);
  assertSame(await answersIn(fresh.db, reportId), stored(accepted));
  assert.equal(await hasState(fresh.db), false);
  const { rows: states } = await sql<{ held: boolean; invalid: number }>`
    select held_at is not null as held, (select count(*)::int from pg_constraint where not convalidated) as invalid
    from installation`.execute(fresh.db);
  assert.deepEqual(states, [{ held: false, invalid: 0 }]);
  const later = await createAlarm(fresh.db, 20);
  const wanted = [...mailed.recipients, ...later.recipients].map(({ targetAddress }) => targetAddress);
  await until(() => mails.taken.length >= wanted.length);
  await until(async () => {
    const { rows } =
      await sql`select from message_recipients where message_id in (${mailed.messageId}, ${later.messageId})
      and status not in ('sent', 'delivered')`.execute(fresh.db);
    return rows.length === 0;
  });
  assertSame(
    mails.taken.map(({ to }) => to),
    wanted,
  );

  // not over a connection of the program, which would go on to the new database
  const outside = new pg.Client({ connectionString: old.url });
  await outside.connect();
  const writing = outside.query("insert into people (first_name, last_name) values ('A', 'B')");
  await assert.rejects(writing, /The data of this installation moved to .*moved at /);
  await outside.end();
  await fresh.close();
  await old.close();
});

test('a start on the old database says where the data is, and works there', options, async () => {
  const again = run(command(moved));
  assert.equal(await again.ended, 0, again.output());
  assert.match(again.output(), /The data is there already/);

  process.kill(running.program.pid!, 'SIGTERM');
  assert.equal(await running.ended, 0);
  running = await start();
  assert.match(running.output(), /The data of this installation moved to \S+moved at .*: set DATABASE_URL/);
  const { db, close } = connect(moved);
  const before = mails.taken.length;
  await createAlarm(db, 5);
  await until(() => mails.taken.length === before + 5);
  await close();

  const other = run([await programFile()], { SECRET_KEY: 'another secret key that only tests know' });
  assert.equal(await other.ended, 2, other.output());
  assert.match(other.output(), /moved to \S+moved at .*: set DATABASE_URL to the new one/);
});

/** Switches over in this process, from the new database. */
async function refusal(to: string, onStep: (line: string) => void = () => {}): Promise<string> {
  const order = { from: moved, to, seal: () => Buffer.alloc(0), log: createLog('silent'), onStep };
  return switchOver(order).then(
    () => assert.fail('it succeeded'),
    (error: Error) => error.message,
  );
}

const isEmpty = async (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace",
    );
    return rows[0]!.count === 0;
  });

test('unsuitable targets are refused with one sentence, and nothing changes', options, async () => {
  const { db, close } = connect(moved);
  const used = await createTarget('used');
  await withClient(used, (client) => client.query('create table posts (id integer primary key)'));
  assert.match(await refusal(used), /isn't empty \(posts\)/);
  const latin = await createTarget('latin', "encoding 'LATIN1' locale 'C'");
  assert.match(await refusal(latin), /encoding UTF8, but latin has LATIN1/);
  await onServer('create database foreigners template template0');
  assert.match(
    await refusal(addressOf('foreigners')),
    /may not create everything .* grant usage, create on schema public/,
  );
  assert.match(await refusal(addressOf('nowhere')), /^--to: .*"nowhere" does not exist.*create database nowhere/);
  const empty = await createTarget('spare');
  await sql`create table keyless (id integer)`.execute(db);
  assert.match(await refusal(empty), /public\.keyless has no primary key/);
  await sql`drop table keyless`.execute(db);

  await withClient(moved, async (client) => {
    await client.query('select pg_advisory_lock(4210)');
    assert.match(await refusal(empty), /Another switchover runs on this database/);
  });
  assert.deepEqual([await isEmpty(empty), await hasState(db)], [true, false]);
  await close();
});

for (const end of ['target', 'source'] as const)
  test(`a lost connection to the ${end} leaves no trace`, options, async () => {
    const { db, close } = connect(moved);
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'meldekette switchover' and datname = '${end === 'target' ? 'spare' : 'moved'}'`;
    let isCut: Promise<unknown> | null = null;
    const message = await refusal(addressOf('spare'), (line) => {
      if (line.startsWith('public.people')) isCut ??= onServer(cut);
    });
    await isCut;
    assert.match(message, /Meldekette goes on with the old database: repeat the command/);
    await until(() => isEmpty(addressOf('spare')));
    assert.equal(await hasState(db), false);
    await createRecipients(db, { count: 1 });
    await close();
  });

test('a command that ends right after the decisive commit is completed by the program', options, async () => {
  const url = addressOf('spare');
  last = url;
  const blocking = new pg.Client({ connectionString: url });
  await blocking.connect();
  await blocking.query('select pg_advisory_lock(4211)'); // the command waits for it after the commit
  const order = {
    from: moved,
    to: url,
    seal: (address: string) => seal(secrets.store, switchoverPurpose, address),
    log: createLog('silent'),
    onStep: () => {},
  };
  const outcome = switchOver(order).then(
    () => 'it succeeded',
    (error: Error) => error.message,
  );
  await until(async () => {
    const { rowCount } = await onServer(`select from pg_stat_activity where datname = 'spare'
      and application_name = 'meldekette switchover' and wait_event = 'advisory'`);
    return rowCount === 1;
  });
  await onServer(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = 'spare' and application_name = 'meldekette switchover'`);
  assert.match(await outcome, /in the moment of the switchover .*: repeat the command/);
  await blocking.end();

  await until(async () => {
    const { rowCount } = await onServer(`select from pg_stat_activity where datname = 'spare'
      and application_name = 'meldekette live'`);
    return rowCount === 2; // of the worker and of the web process
  });
  const { db, close } = connect(url);
  const before = mails.taken.length;
  await createAlarm(db, 5);
  await until(() => mails.taken.length === before + 5);
  await close();
  const again = run(command(url));
  assert.equal(await again.ended, 0, again.output());
  assert.match(again.output(), /The data is there already/);
});

/** Moves in this process. Three people answer at the last moment before the old database refuses changes. */
async function moveWhileAnswering(to: string, { isLocked }: { isLocked: boolean }): Promise<{ lost: number }> {
  const url = await createTarget(to);
  const old = connect(last);
  const { tokens, reportId } = await createAlarm(old.db, 3, { delayed: true });
  await old.close();
  const query = Client.prototype.query;
  let answers: Promise<string[]> = Promise.resolve([]);
  Client.prototype.query = function (this: Client, ...given: unknown[]) {
    const [statement] = given;
    const go = (...all: unknown[]) => (query as (...all: unknown[]) => unknown).apply(this, all);
    if (typeof statement !== 'string') return go(...given);
    if (!isLocked && /^lock table .* in exclusive mode$/.test(statement)) return go('select');
    if (!statement.includes("errcode = '25006'")) return go(...given);
    answers = Promise.all(tokens.map((token) => answerByLink(running.url, secrets, token, '5')));
    return isLocked ? go(...given) : answers.then(() => go(...given));
  } as typeof query;
  const seals = (address: string) => seal(secrets.store, switchoverPurpose, address);
  try {
    await switchOver({ from: last, to: url, seal: seals, log: createLog('silent'), onStep: () => {} });
  } finally {
    Client.prototype.query = query;
  }
  last = url;
  assert.deepEqual(await answers, ['200', '200', '200'], 'all were accepted');
  const fresh = connect(url);
  const found = await answersIn(fresh.db, reportId);
  await fresh.close();
  return { lost: tokens.length - found.length };
}

test(
  'answers of the last moment move too; without the short lock they are lost, and this check sees it',
  options,
  async () => {
    assert.deepEqual(await moveWhileAnswering('locked', { isLocked: true }), { lost: 0 });
    assert.deepEqual(await moveWhileAnswering('unlocked', { isLocked: false }), { lost: 3 });
  },
);
