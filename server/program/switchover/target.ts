import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkConnections } from '#server/api/connection-pools/check-connections.ts';
import { Client } from '#server/platform/connection/client.ts';
import { readSwitchover, switchoverSchema } from '#server/platform/connection/moves.ts';
import { serverName } from '#server/platform/connection/servers.ts';
import { fewestConnections } from '#server/platform/connection-shares.ts';
import { faultOfDatabaseUrl, withCheckedTls } from '#server/platform/database/starting/database-url.ts';
import { refuseRights, refuseServer } from '#server/platform/database/starting/refuse-server.ts';
import type { Logger } from '#server/platform/log.ts';
import { StartError } from '#server/platform/start-error.ts';
import { clearingStatements } from '../backup/clearing-statements.ts';
import { refuseUsedDatabase } from '../backup/refuse-used-database.ts';
import { createState, switchoverLock } from './capture.ts';

/** Returns the address from the command line with checked TLS, or throws a StartError. */
export function readAddress(text: string): string {
  const fault = faultOfDatabaseUrl(text);
  if (fault) throw new StartError(`--to ${fault}.`);
  return withCheckedTls(text);
}

/** Returns server and name of a database, without user and password. */
export const databasePlace = (url: string, { database }: Pick<Client, 'database'>): string =>
  `${serverName(url)}/${database ?? ''}`;

/** Opens a connection of the switchover itself, which no state of a switchover redirects or refuses. */
export async function openEnd(url: string): Promise<Client> {
  const client = new Client(
    { connectionString: url, keepAlive: true, application_name: 'meldekette switchover' },
    {},
    {
      isForSwitchover: true,
    },
  );
  await client.connect();
  return client;
}

// a killed command's connection may take a moment to end
const longestOfKilled = 10_000;

/** Takes the lock of the switchover until the connection ends. Throws a StartError if another one runs. */
export async function takeLock(client: Client): Promise<void> {
  for (const end = performance.now() + longestOfKilled; ; await sleep(200)) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      switchoverLock,
    ]);
    if (rows[0]!.taken) return;
    if (performance.now() > end) throw new StartError('Another switchover runs on this database: wait for its end.');
  }
}

/** What the new database must offer. */
interface Wanted {
  url: string;
  schema: string;
  installation: string;
  /** The connections that the running program uses. */
  connections: number;
  log: Logger;
}

/**
 * Checks that a database can become the one of this installation: reachable, suitable, with rights and connections, in the same
 * schema, empty but for the rest of an interrupted switchover of the same installation, which it removes. Throws a StartError.
 */
export async function prepareTarget(
  target: Client,
  { url, schema, installation, connections, log }: Wanted,
): Promise<{ token: string; place: string }> {
  await takeLock(target);
  const facts = await refuseServer(target, url);
  await removeRest(target, installation);
  await refuseUsedDatabase(target);
  refuseRights(facts, false);
  if (facts.schema !== target.escapeIdentifier(schema) && facts.schema !== schema) {
    const [name, role] = [target.escapeIdentifier(schema), target.escapeIdentifier(target.user ?? '')];
    throw new StartError(
      `The tables are in the schema ${schema}, but the new database would use ${facts.schema}: create schema if not exists ${name}; alter role ${role} in database ${facts.database} set search_path = ${name};`,
    );
  }
  await refuseFewConnections(url, connections, log);
  const token = randomUUID();
  const place = databasePlace(url, target);
  await createState(target, { role: 'target', token, installation, place });
  return { token, place };
}

/** Removes what an interrupted switchover of the same installation left in the target. */
export async function removeRest(target: Client, installation: string): Promise<void> {
  const state = await readSwitchover(target);
  if (state?.role !== 'target' || state.installation !== installation) return;
  await target.query('begin');
  for (const statement of await clearingStatements(target)) await target.query(statement);
  await target.query(`drop schema ${switchoverSchema} cascade`);
  await target.query('commit');
}

async function refuseFewConnections(url: string, used: number, log: Logger): Promise<void> {
  const limits = { url, isEmbedded: false, connections: used, fewest: fewestConnections(['web', 'worker']) };
  const available = await checkConnections(limits, log);
  if (available < used)
    throw new StartError(
      `The new database has ${available} connections for Meldekette, but the running program uses up to ${used}: raise max_connections, or the limit of the role or of the database.`,
    );
}
