import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { connect, type Db } from '#server/platform/database/connect.ts';
import { until } from '#testing/until.ts';
import {
  findSystemPostgres,
  type SystemPostgres,
  startStandby,
  startSystemPostgres,
} from '../../../interop/postgres/programs.ts';
import { currentServer } from './primary.ts';

const programs = findSystemPostgres();
const options = { skip: programs ? false : 'needs the Debian packages postgresql and postgresql-client' };

const servers: SystemPostgres[] = [];
after(async () => {
  for (const server of servers.reverse()) await server.stop();
});

async function run(server: SystemPostgres, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const timeline = async (db: Db) =>
  (
    await sql<{
      n: number;
    }>`select ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as n`.execute(db)
  ).rows[0]!.n;

test('after a lost connection, a promoted server is preferred to a frozen primary that goes on', options, async () => {
  const old = await startSystemPostgres(programs!);
  servers.push(old);
  const promoted = await startStandby(programs!, old);
  servers.push(promoted);
  const hosts = [old, promoted].map(({ dir }) => encodeURIComponent(dir)).join(',');
  const url = `postgres://postgres@${hosts}/postgres`;
  const { db, close } = connect(url, undefined, { max: 2 });
  assert.equal(await timeline(db), 1);
  await run(promoted, 'select pg_promote()');
  assert.equal(await timeline(db), 1, 'an open connection stays');
  const cut = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'meldekette'";
  await until(async () => {
    await run(old, cut); // again, if a new connection was opened before the lost one was noticed
    return (await timeline(db).catch(() => null)) === 2;
  });
  assert.equal(currentServer(url), promoted.dir);
  await close();
});
