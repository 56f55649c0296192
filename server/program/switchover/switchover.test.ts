import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { formMark } from '#server/alerting/answers/answer-form.ts';
import { defaultAnswerOptions } from '#server/alerting/messages/report-rules.ts';
import { type Client, withClient } from '#server/platform/connection/client.ts';
import { otherDatabase } from '#server/platform/connection/servers.ts';
import { connect, type Db } from '#server/platform/database/connect.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { deriveSecrets, sha256, tokenOf } from '#server/platform/secrets.ts';
import { createMailChannel, createRecipients } from '#testing/deliveries.ts';
import { type MailServer, startMailServer } from '#testing/peers/mail-server.ts';
import { programFile } from '#testing/program.ts';
import { until as untilSoon } from '#testing/until.ts';
import {
  findSystemPostgres,
  type SystemPostgres,
  startSystemPostgres,
} from '../../../interop/postgres/programs.ts';

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
  await onServer('create role meldekette login');
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
const addressOf = (name: string, role = 'meldekette') =>
  otherDatabase(server.url, name).replace('//postgres@', `//${role}@`);

async function createTarget(name: string, rest = ''): Promise<string> {
  await onServer(`create database ${name} owner meldekette template template0 encoding 'UTF8' ${rest}`);
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

const switchOver = (to: string) => run(['server/program/switchover/switchover-command.ts', '--to', to]);

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

/** Answers for people, several at a time, until it is stopped. Counts accepted answers, and others by their status. */
function startAnswering(tokens: readonly string[]) {
  let isOver = false;
  const accepted = new Map<string, string>();
  const refused: string[] = [];
  let longest = 0;
  let count = 0;
  const lane = async () => {
    while (!isOver) {
      const n = count++;
      const token = tokens[n % tokens.length]!;
      const minutes = String(1 + Math.floor(n / tokens.length));
      const body = new URLSearchParams({ mark: formMark(secrets, token), option: '1', minutes });
      const begunAt = performance.now();
      const status = await fetch(`${running.url}/a/${token}`, { method: 'POST', body }).then(
        async (response) => {
          await response.text();
          return response.status;
        },
        (error: Error) => String(error.cause ?? error),
      );
      longest = Math.max(longest, performance.now() - begunAt);
      if (status === 200) accepted.set(`${token} ${minutes}`, token);
      else refused.push(String(status));
    }
  };
  const lanes = Array.from({ length: 6 }, lane);
  return {
    count: () => accepted.size,
    async stop() {
      isOver = true;
      await Promise.all(lanes);
      return { accepted: [...accepted.keys()], refused, longest };
    },
  };
}

const stateIn = async (db: Db) =>
  (
    await sql<{ found: string | null }>`
      select to_regclass('meldekette_switchover.state')::text as found`.execute(db)
  ).rows[0]!.found;

test('a killed command leaves the old database at work, and the next one completes', options, async () => {
  const target = await createTarget('moved');
  const old = await openOld();
  const { tokens, reportId } = await createAlarm(old.db, 400, { delayed: true });
  const due = await createAlarm(old.db, 300);
  const answering = startAnswering(tokens);

  const killed = switchOver(target);
  await until(() => {
    assert.equal(killed.program.exitCode, null, killed.output());
    return /public\.answer/.test(killed.output());
  });
  process.kill(-killed.program.pid!, 'SIGKILL');
  await killed.ended;
  const before = answering.count();
  await until(() => answering.count() > before + 10);

  const second = switchOver(target);
  assert.equal(await second.ended, 0, second.output());
  console.log(second.output());
  const switchedAt = answering.count();
  await until(() => answering.count() > switchedAt + 100);
  const { accepted, refused, longest } = await answering.stop();
  console.log(accepted.length, refused, longest);
  console.log(running.output());
  const fresh = connect(target);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from answers where report_id = ${reportId}`.execute(fresh.db);
  console.log(rows, due.messageId, await stateIn(fresh.db));
  await fresh.close();
  await old.close();
});
