import { randomBytes } from 'node:crypto';
import { access } from 'node:fs/promises';
import { type Client, withClient } from '#server/platform/connection/client.ts';
import { otherDatabase } from '#server/platform/connection/servers.ts';
import { KnownFault } from '../known-fault.ts';
import { openBackup, type Unlocking } from '../open-backup.ts';
import { restoreBackup } from '../restore-backup.ts';

/** The addresses for a proof. */
export interface ProofAddresses {
  /** The program's own database. */
  url: string;
  /** The embedded PostgreSQL's setup role, which may create databases; otherwise null. */
  setupUrl: string | null;
}

interface ProofOptions {
  file: string;
  unlocking: Unlocking;
  onTable?: (name: string, rows: number) => void;
  pace?: () => Promise<void>;
}

/** The names of throw-away databases begin with it. */
export const proofPrefix = 'meldekette_proof_';

/** Restores a backup into a throw-away database, comparing rows and seals. Raises a StartError or a KnownFault. */
export async function proveBackup(addresses: ProofAddresses, options: ProofOptions): Promise<void> {
  const { file, unlocking, onTable, pace } = options;
  await access(file).catch(() => {
    throw new KnownFault('missing', `${file} can't be read.`);
  });
  // otherwise a person with access to the folder could plant statements
  const backup = await openBackup(file, async () => unlocking, { mustBeEncrypted: true });
  try {
    await inThrowAwayDatabase(addresses, (client) =>
      restoreBackup(client, backup, { ...(onTable ? { onTable } : {}), ...(pace ? { pace } : {}) }),
    );
  } finally {
    await backup.close();
  }
}

async function inThrowAwayDatabase(
  { url, setupUrl }: ProofAddresses,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const role = await withClient(url, readRole);
  const prefix = `${proofPrefix}${role.database}_`; // another installation on this server may prove too
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  if (!setupUrl && !role.mayCreate)
    throw new KnownFault(
      'no_createdb',
      `The role ${role.name} may not create a database to prove backups in: alter role ${role.quoted} createdb.`,
    );
  const creator = setupUrl ?? url;
  await withClient(creator, async (client) => {
    await dropLeftovers(client, prefix);
    await client.query(`create database ${name} owner ${role.quoted} template template0 encoding 'UTF8'
      lc_collate ${client.escapeLiteral(role.collate)} lc_ctype ${client.escapeLiteral(role.ctype)}`);
  });
  try {
    await withClient(otherDatabase(url, name), async (client) => {
      await client.query('set synchronous_commit = off');
      await work(client);
    });
  } finally {
    await withClient(creator, (client) => client.query(`drop database if exists ${name} with (force)`)).catch(() => {
      // the next proof drops it
    });
  }
}

interface Role {
  name: string;
  /** The number of the program's own database. */
  database: number;
  quoted: string;
  mayCreate: boolean;
  collate: string;
  ctype: string;
}

async function readRole(client: Client): Promise<Role> {
  const { rows } = await client.query<Role>(`
    select rolname::text as name, quote_ident(rolname) as quoted, rolcreatedb or rolsuper as "mayCreate",
      datcollate::text as collate, datctype::text as ctype, pg_database.oid::int8::float8 as database
    from pg_roles, pg_database where rolname = current_user and datname = current_database()`);
  return rows[0]!;
}

/** Drops databases of killed proofs. */
async function dropLeftovers(client: Client, prefix: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname::text as name from pg_database d
     where starts_with(datname, $1) and pg_has_role(datdba, 'usage')
       and not exists (select from pg_stat_activity a where a.datid = d.oid)`,
    [prefix],
  );
  for (const { name } of rows)
    await client.query(`drop database if exists ${client.escapeIdentifier(name)}`).catch(() => undefined);
}
