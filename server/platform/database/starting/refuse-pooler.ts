import { type Client, withClient } from '#server/platform/connection/client.ts';
import { StartError } from '#server/platform/start-error.ts';

const rounds = 3;

/**
 * Refuses a pooler that changes connections between transactions: settings, locks, prepared statements and
 * notifications need one. Recognizes direct connections by their backend process.
 */
export async function refusePooler(client: Client, url: string): Promise<void> {
  const { processID } = client as unknown as { processID: number };
  const seen = new Set([await processOf(client)]);
  if (seen.has(processID)) return;
  await withClient(url, async (other) => {
    for (let round = 0; round < rounds; round++) {
      await other.query('begin').catch(() => {
        throw refusal(); // not even transactions are allowed
      });
      const held = await processOf(other);
      seen.add(await processOf(client));
      await other.query('commit');
      if (seen.size > 1 || seen.has(held)) throw refusal();
    }
  });
}

async function processOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}

/** Returns the settings that a connection has lost. */
export async function lostSettings(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'select name, current_setting(name, true) as setting from unnest($1::text[]) as name',
    [Object.keys(client.settings)],
  );
  return rows.filter(({ name, setting }) => setting !== client.settings[name]).map(({ name }) => name);
}

const refusal = () =>
  new StartError(
    'DATABASE_URL leads to a connection pooler that gives each transaction another connection; Meldekette needs one that stays: set pool_mode = session for this database in pgbouncer.ini, or connect to PostgreSQL itself.',
  );
