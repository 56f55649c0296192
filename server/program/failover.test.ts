import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { openSession } from '#server/accounts/sessions.ts';
import { loadConfig } from '#server/platform/config.ts';
import { currentServer } from '#server/platform/connection/primary.ts';
import { connect, type Db } from '#server/platform/database/connect.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { publish } from '#server/platform/live/live.ts';
import { readDatabaseState, troublesOf } from '#server/platform/replication/database-state.ts';
import { StartError } from '#server/platform/start-error.ts';
import { metricsToken } from '#testing/app.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { createUser } from '#testing/factories.ts';
import { createClient } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import {
  findSystemPostgres,
  type SystemPostgres,
  startStandby,
  startSystemPostgres,
} from '../../interop/postgres/programs.ts';
import { type RunningServer, startServer } from './server.ts';

const programs = findSystemPostgres();
const options = { skip: programs ? false : 'needs the Debian packages postgresql and postgresql-client' };

let primary: SystemPostgres;
let standby: SystemPostgres;
before(async () => {
  if (!programs) return;
  primary = await startSystemPostgres(programs);
  await run(primary, 'create database meldekette');
  await run(primary, 'create role visitor login');
  standby = await startStandby(programs, primary);
});
after(async () => {
  await standby?.stop();
  await primary?.stop();
});

const hostOf = (server: SystemPostgres) => encodeURIComponent(server.dir);
const addressOf = (hosts: readonly string[], rest = '', user = 'postgres:secret') =>
  `postgres://${user}@${hosts.join(',')}/meldekette${rest}`;

async function run(server: SystemPostgres, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function setSynchronous(names: string): Promise<void> {
  await run(primary, `alter system set synchronous_standby_names = '${names}'`);
  await run(primary, 'select pg_reload_conf()');
}

/** Returns the database's readiness and metrics. */
async function shownBy(server: RunningServer) {
  const { id } = await createUser(server.app.db, { roles: ['administrator'] });
  const client = createClient(server.url, id, await openSession(server.app, id, { userAgent: 'test' }));
  const { readiness } = await client.run('{ readiness { key done names } }');
  const { done, names } = readiness.find(({ key }: { key: string }) => key === 'database');
  const headers = { authorization: `Bearer ${metricsToken}` };
  const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text();
  const figure = (name: string) => Number(new RegExp(`^${name}(?:{.*})? (.*)$`, 'm').exec(metrics)?.[1]);
  return { done, names, standbys: figure('database_standbys'), synchronous: figure('database_standbys_synchronous') };
}

/** Listens on a port that accepts connections and never answers. */
async function startSilent() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port, close };
}

const isStandby = async (db: Db) =>
  (await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db)).rows[0]!.standby;

test('passes over servers that refuse, hang or are standbys', options, async () => {
  const silent = await startSilent();
  const url = addressOf(['127.0.0.1:1', `127.0.0.1:${silent.port}`, hostOf(standby), hostOf(primary)]);
  const { db, close } = connect(url, undefined, { patience: 30_000 });
  assert.equal(await isStandby(db), false);
  assert.equal(currentServer(url), primary.dir);
  const [any, closeAny] = [connect(addressOf([hostOf(standby)], '?target_session_attrs=any')), close];
  assert.equal(await isStandby(any.db), true);
  await Promise.all([any.close(), closeAny()]);
  silent.close();
});

test('a server that is read-only by default counts for primary, not for read-write', options, async () => {
  await run(primary, 'alter database meldekette set default_transaction_read_only = on');
  const readWrite = connect(addressOf([hostOf(standby), hostOf(primary)], '?target_session_attrs=read-write'));
  await assert.rejects(isStandby(readWrite.db), /read-only by default/);
  const toPrimary = connect(addressOf([hostOf(standby), hostOf(primary)], '?target_session_attrs=primary'));
  assert.equal(await isStandby(toPrimary.db), false);
  await run(primary, 'alter database meldekette reset default_transaction_read_only');
  assert.equal(await isStandby(readWrite.db), false, 'it is asked again');
  await Promise.all([readWrite.close(), toPrimary.close()]);
});

test('a start without a server that takes changes names each with its reason, and no password', options, async () => {
  const failed = await migrate(addressOf(['127.0.0.1:1', hostOf(standby)])).then(
    () => assert.fail('it started'),
    (error: unknown) => error,
  );
  assert.ok(failed instanceof StartError, String(failed));
  assert.equal(failed.exitCode, 75);
  assert.match(failed.message, /^None of the servers in DATABASE_URL takes changes: 127\.0\.0\.1:1 \(.*ECONNREFUSED/);
  assert.ok(failed.message.includes(`${standby.dir} (is a standby)`), failed.message);
  assert.doesNotMatch(failed.message, /secret/);
});

test('refuses an unknown kind of server before connecting', () => {
  const start = () => loadConfig({ DATABASE_URL: addressOf(['one', 'two'], '?target_session_attrs=prefer-standby') });
  assert.throws(start, /DATABASE_URL: has the unknown target_session_attrs=prefer-standby: use one of any, read-write/);
});

test('notices a standby that confirms nothing, unless the role may not see it', options, async () => {
  const [seeing, blind] = ['postgres', 'visitor'].map((user) => connect(addressOf([hostOf(primary)], '', user)));
  await until(async () => (await readDatabaseState(seeing!)).standbys === 1);
  assert.deepEqual(troublesOf(await readDatabaseState(seeing!)), ['notSynchronous']);
  assert.deepEqual(await readDatabaseState(blind!), { standbys: null, synchronous: null, lag: null, clock: 0 });
  await setSynchronous('*');
  await until(async () => (await readDatabaseState(seeing!)).synchronous === 1);
  const state = await readDatabaseState(seeing!);
  assert.deepEqual(troublesOf(state), []);
  assert.ok(state.lag !== null && state.lag < 60);
  await Promise.all([seeing!.close(), blind!.close()]);
});

test('a failover leads everything to the new primary, and alarms go on', options, async () => {
  const url = addressOf([hostOf(primary), hostOf(standby)]);
  const server = await startServer(
    loadConfig({
      PORT: '0',
      DATABASE_URL: url,
      SECRET_KEY: 'a secret key that only tests know',
      OWNER_PASSWORD: 'owner password of the tests',
      METRICS_TOKEN: metricsToken,
      LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    }),
  );
  try {
    const { db, live } = server.app;
    const sends = async () => {
      const { messageId } = await createRecipients(db, { count: 3, lane: 'alarm' });
      await isSent(db, messageId);
    };
    await sends();
    assert.deepEqual(await shownBy(server), { done: true, names: [], standbys: 1, synchronous: 1 });
    await setSynchronous('');
    await until(async () => (await readDatabaseState(server.app.database)).synchronous === 0);
    assert.deepEqual(await shownBy(server), { done: false, names: ['notSynchronous'], standbys: 1, synchronous: 0 });
    await setSynchronous('*');
    await until(async () => (await readDatabaseState(server.app.database)).synchronous === 1);
    const before = live.hearing();
    await primary.crash();
    const open = createRecipients(db, { count: 1 });
    await assert.rejects(open, 'the primary is gone');
    await run(standby, 'select pg_promote()');
    await until(async () => live.hearing() !== null && live.hearing() !== before);
    await until(() =>
      sends().then(
        () => true,
        () => false,
      ),
    ); // connections that were lost fail once
    assert.equal(await isStandby(db), false);
    assert.equal(currentServer(url), standby.dir);
    const heard = Promise.withResolvers<void>();
    const unwatch = live.watch('system', heard.resolve);
    await publish(db, { system: true });
    await heard.promise;
    unwatch();
  } finally {
    await server.stop();
  }
});

const isSent = (db: Db, messageId: number) =>
  until(async () => {
    const { rows } = await sql<{ sent: number }>`
      select count(*)::int as sent from message_recipients
      where message_id = ${messageId} and status in ('sent', 'delivered')`.execute(db);
    return rows[0]!.sent === 3;
  });
