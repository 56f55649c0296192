import type { Client } from '#server/platform/connection/client.ts';
import { databaseAway } from '#server/platform/database/away.ts';
import { StartError } from '#server/platform/start-error.ts';
import { lostSettings, refusePooler } from './refuse-pooler.ts';

const oldest = 15;

/** The data that a start checks before changes. Names are quoted where needed. */
interface Facts {
  version: string;
  major: number;
  encoding: string;
  isStandby: boolean;
  triggersRun: boolean;
  role: string;
  database: string;
  path: string;
  schema: string | null;
  mayCreateTables: boolean;
  mayCreateSchemas: boolean;
  hasJobs: boolean;
  hasTrigrams: boolean;
  knowsTrigrams: boolean;
}

const statement = `
  select split_part(current_setting('server_version'), ' ', 1) as version,
    current_setting('server_version_num')::int / 10000 as major,
    current_setting('server_encoding') as encoding, pg_is_in_recovery() as "isStandby",
    current_setting('session_replication_role') <> 'replica' as "triggersRun",
    quote_ident(current_user) as role, quote_ident(current_database()) as database, current_setting('search_path') as path,
    quote_ident(current_schema()) as schema,
    coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreateTables",
    has_database_privilege(current_database(), 'create') as "mayCreateSchemas",
    to_regnamespace('pgboss') is not null as "hasJobs",
    exists (select from pg_extension where extname = 'pg_trgm') as "hasTrigrams",
    exists (select from pg_available_extensions where name = 'pg_trgm') as "knowsTrigrams"`;

/** Refuses an unsuitable server or database with a remedy. Waits for a standby, which may become a primary. */
export async function refuseServer(client: Client, url: string): Promise<Facts> {
  await refusePooler(client, url);
  const { rows } = await client.query<Facts>(statement);
  const facts = rows[0]!;
  const { version, major, encoding, role, database } = facts;
  if (major < oldest) {
    throw new StartError(
      `The database is PostgreSQL ${version}, but Meldekette needs ${oldest} or newer: upgrade the server (pg_upgrade), or restore a dump into a newer one.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new StartError(
      `Meldekette needs a database with the encoding UTF8, but ${database} has ${encoding}: make a new one and name it in DATABASE_URL: create database meldekette_utf8 owner ${role} template template0 encoding 'UTF8' locale 'C.UTF-8';`,
    );
  }
  if (facts.isStandby) throw databaseAway(Object.assign(new Error('the server is in recovery'), { code: '25006' }));
  if (!facts.triggersRun) {
    throw new StartError(
      `The role ${role} has session_replication_role = replica, so that no trigger would run: alter role ${role} reset session_replication_role; alter database ${database} reset session_replication_role;`,
    );
  }
  if (facts.schema === null) {
    throw new StartError(
      `The database ${database} has no schema to create tables in, because search_path is ${facts.path || 'empty'}: create schema if not exists meldekette authorization ${role}; alter role ${role} in database ${database} set search_path = meldekette;`,
    );
  }
  const lost = await lostSettings(client);
  if (lost.length) {
    throw new StartError(
      `The connection loses its settings (${lost.join(', ')}): connect to PostgreSQL itself, or to a pooler with pool_mode = session.`,
    );
  }
  return facts;
}

/** Refuses a role that can't create missing objects; `isCurrent`: all migrations are applied. */
export function refuseRights(facts: Facts, isCurrent: boolean): void {
  const { role, database, schema, hasTrigrams } = facts;
  const extension = !isCurrent && !hasTrigrams;
  if (extension && !facts.knowsTrigrams) {
    throw new StartError(
      'The database server lacks the extension pg_trgm: install it there, for example with apt-get install postgresql-contrib.',
    );
  }
  const grants: string[] = [];
  if (!isCurrent && !facts.mayCreateTables) grants.push(`grant usage, create on schema ${schema} to ${role};`);
  if (!facts.hasJobs && !facts.mayCreateSchemas) grants.push(`grant create on database ${database} to ${role};`);
  if (extension && !facts.mayCreateSchemas) grants.push('create extension pg_trgm;');
  if (grants.length === 0) return;
  throw new StartError(
    `The role ${role} may not create everything that Meldekette needs: let an administrator run in the database ${database}: ${grants.join(' ')}`,
  );
}
