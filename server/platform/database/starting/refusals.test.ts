import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type pg from 'pg';
import { checkConnections } from '#server/api/connection-pools/check-connections.ts';
import { Client } from '#server/platform/connection/client.ts';
import { conditionOf } from '#server/platform/database/away.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { StartError } from '#server/platform/start-error.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { faultOfDatabaseUrl, withCheckedTls } from './database-url.ts';

let database: TestDatabase;
let administrator: pg.Client;
before(async () => {
  database = await createTestDatabase();
  administrator = new Client({ connectionString: database.url });
  await administrator.connect();
});
after(async () => {
  await administrator.end();
  await database.drop();
});

const name = `refused_${process.pid}`;

interface Case {
  what: string;
  /** Statements that an administrator runs on the server, or in the new database. */
  server?: string;
  inside?: string;
  /** How the database is made. */
  options?: string;
  password?: string;
  database?: string;
  message: RegExp;
}

const cases: Case[] = [
  {
    what: 'the encoding LATIN1',
    options: `template template0 encoding 'LATIN1' locale_provider libc locale 'C'`,
    message: /^Meldekette needs a database with the encoding UTF8, but \w+ has LATIN1: .* create database /,
  },
  {
    what: 'the encoding SQL_ASCII',
    options: `template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
    message: /has SQL_ASCII: .* create database /,
  },
  {
    what: 'no schema to create in',
    server: `alter role ${name} set search_path = nowhere`,
    message: /has no schema to create tables in, because search_path is nowhere: create schema .* alter role /,
  },
  {
    what: 'a role that may not create anything',
    server: `alter database ${name} owner to current_user`,
    message: /may not create everything .*: grant usage, create on schema public .* grant create on database /,
  },
  {
    what: 'a role that may not create schemas',
    server: `alter database ${name} owner to current_user`,
    inside: `create extension pg_trgm; grant create on schema public to ${name}`,
    message: /may not create everything [^;]*: grant create on database \w+ to \w+;$/,
  },
  {
    what: 'triggers that do not run',
    server: `alter role ${name} set session_replication_role = replica`,
    message: /session_replication_role = replica.*: alter role \w+ reset session_replication_role;/,
  },
  {
    what: 'tables of another program',
    inside: 'create table posts (id integer); create table users_of_it (id integer)',
    message: /^The database already holds tables of another program \(posts, users_of_it\): .* create database /,
  },
  {
    what: 'a list of migrations of another program',
    inside: `create table migrations (id integer, migration text, batch integer); grant select on migrations to ${name}`,
    message: /^The database already holds tables of another program \(migrations\)/,
  },
  {
    what: 'a wrong password',
    password: 'wrong',
    message: /^The database cannot be reached: password authentication failed .* alter role \w+ password /,
  },
  {
    what: 'a database that is not there',
    database: 'no_such_database',
    message: /^The database cannot be reached: .* Create it: create database no_such_database owner /,
  },
  {
    what: 'a database that lets nobody in',
    server: `revoke connect on database ${name} from public; alter database ${name} owner to current_user`,
    message: /^The database cannot be reached: permission denied .* grant connect on database /,
  },
  {
    what: 'a role that may not sign in',
    server: `alter role ${name} nologin`,
    message: /^The database cannot be reached: .* alter role \w+ login;/,
  },
  {
    what: 'too few connections',
    server: `alter role ${name} connection limit 12`,
    message:
      /^PostgreSQL has 12 connections for Meldekette, which needs at least 36: alter role \w+ connection limit -1;/,
  },
  {
    what: 'too few connections to the database',
    server: `alter database ${name} connection limit 20`,
    message: /has 20 connections .*: alter database \w+ connection limit -1;/,
  },
  {
    what: 'TLS that the server does not have',
    database: `${name}?sslmode=verify-full`,
    message: /does not support SSL connections\. Switch TLS on there .* sslmode=disable/,
  },
];

for (const { what, server = '', inside = '', options = '', password = 'plain', message, ...other } of cases) {
  test(`refuses ${what} in one sentence with the remedy`, async () => {
    await administrator.query(`create role ${name} login password 'plain'`);
    await administrator.query(`create database ${name} owner ${name} ${options}`);
    const url = new URL(database.url);
    url.pathname = `/${name}`;
    if (inside) await run(url.href, inside);
    for (const statement of server.split(';')) if (statement.trim()) await administrator.query(statement);
    const address = `postgres://${name}:${password}@${url.host}/${other.database ?? name}`;
    try {
      const found = await start(address).then(
        () => assert.fail('it started'),
        (error: unknown) => error,
      );
      assert.ok(found instanceof StartError, String(found));
      assert.match(found.message, message);
      assert.equal(found.exitCode, 2);
      assert.doesNotMatch(found.message, /\n/);
    } finally {
      await administrator.query(`drop database ${name} with (force)`);
      await administrator.query(`drop role ${name}`);
    }
  });
}

async function start(url: string): Promise<void> {
  await checkConnections({ url, isEmbedded: false, connections: 48, fewest: 36 }, { warn: () => {} });
  await migrate(url);
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

test('names unreadable addresses before trying them', () => {
  const faults: [string, RegExp][] = [
    ['postgres://a:b@one,two:port/db', /2 hosts, and number 2 can't be read/],
    ['postgres://a:b@one:5432,two:5432/db?target_session_attrs=standby', /unknown target_session_attrs=standby/],
    ['postgres://a:b@/db?host=one,two&port=1,2,3', /2 hosts, but 3 ports/],
    ['postgres://a:p#w@host/db', /is no address that can be read/],
    ['postgres://a:p%zz@host/db', /is no address that can be read/],
    ['postgres://a:b@host:port/db', /is no address that can be read/],
    ['mysql://a:b@host/db', /must start with postgres:/],
    ['postgres://a:b@host/db?sslmode=verify-full&sslrootcert=/no/such/file.pem', /sslrootcert.*ENOENT/],
  ];
  for (const [url, fault] of faults) assert.match(faultOfDatabaseUrl(url) ?? 'none', fault, url);
  for (const url of [
    'postgres://a:b@host/db',
    'postgresql://a@[::1]:5433/db?sslmode=require',
    'postgres://a@/db?host=/run/postgresql',
    'postgres:///db?host=%2Frun%2Fpostgresql',
    'postgres://a:b,c@host/db',
    'postgres://a:b@one:5432,two:5432/db?target_session_attrs=read-write',
    'postgres://a:b@/db?host=one,two',
  ])
    assert.equal(faultOfDatabaseUrl(url), null, url);
});

test('each TLS mode checks the certificate, except the two that skip it', () => {
  const checked = (mode: string) => withCheckedTls(`postgres://h/db?x=1&sslmode=${mode}&y=2`).split('sslmode=')[1];
  for (const mode of ['allow', 'prefer', 'require', 'verify-ca', 'verify-full'])
    assert.equal(checked(mode), 'verify-full&y=2');
  for (const mode of ['disable', 'no-verify']) assert.equal(checked(mode), `${mode}&y=2`);
});

test('describes the conditions of an unavailable PostgreSQL in words', () => {
  const conditions: Record<string, RegExp> = {
    '25006': /read-only: it is a standby/,
    '57P03': /starting/,
    '53100': /disk .* full/,
    '53300': /no connection left/,
    '57P01': /stopped answering/,
  };
  for (const [code, words] of Object.entries(conditions)) {
    assert.match(conditionOf(Object.assign(new Error(code), { code })), words);
    assert.match(conditionOf(new StartError('x', { cause: { code } })), words);
  }
});
