import path from 'node:path';
import pg from 'pg';
import type { Config } from './config.ts';
import { deriveSecrets, findKey, makeKey, type Secrets } from './secrets.ts';
import { StartError } from './start-error.ts';

type Keyed = Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>;

/**
 * The secrets of the installation whose database this is. An empty database is bound to the key it is first opened with, which
 * is made where there is none. Raises a StartError when it is bound to another key, or when the key of one that is in use is
 * missing: everything would seem to work, and every answer link that was sent would be dead.
 */
export async function openSecrets(config: Keyed, url: string): Promise<Secrets> {
  const given = await findKey(config);
  return withClient(url, async (client) => {
    if (given === null && (await isInUse(client))) throw new StartError(missing(config));
    const secrets = deriveSecrets(given ?? (await makeKey(config.DATA_DIR)));
    await client.query('insert into installation (key_fingerprint) values ($1) on conflict do nothing', [
      secrets.fingerprint,
    ]);
    const { rows } = await client.query<{ fingerprint: Buffer }>(
      'select key_fingerprint as fingerprint from installation',
    );
    if (!rows[0]!.fingerprint.equals(secrets.fingerprint)) throw new StartError(differs(config));
    return secrets;
  });
}

/** Binds the database to the configured key, or to a new one where there is none, whatever it was bound to before. */
export async function bindKey(config: Keyed, url: string): Promise<void> {
  const { fingerprint } = deriveSecrets((await findKey(config)) ?? (await makeKey(config.DATA_DIR)));
  await withClient(url, async (client) => {
    await client.query(
      `insert into installation (key_fingerprint) values ($1)
      on conflict (is_only) do update set key_fingerprint = excluded.key_fingerprint`,
      [fingerprint],
    );
    await client.query('delete from log_seals'); // nobody can tell any more whether they are true
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function isInUse(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isInUse: boolean }>(
    'select exists (select from installation) or exists (select from users) as "isInUse"',
  );
  return rows[0]!.isInUse;
}

const fileOf = ({ DATA_DIR }: Keyed) => path.resolve(DATA_DIR, 'secret-key');
const differs = (config: Keyed) =>
  `SECRET_KEY: ${config.SECRET_KEY ? 'it' : `the key in ${fileOf(config)}`} is not the key that this database was made with.\n${wayOut(config)}`;
const missing = (config: Keyed) =>
  `SECRET_KEY: the database is in use, but its key is missing: neither SECRET_KEY nor ${fileOf(config)} is there.\n${wayOut(config)}`;
const wayOut = (config: Keyed) => `\
With another key every answer link that was sent would be dead, and stored channel passwords and second factors could not be
read. Several processes on one database need the same key.
  Start with the right key: as SECRET_KEY, or as the file ${fileOf(config)} from the backup.
  If it is lost: npm start -- --accept-new-key makes the present key the one of this database. Then enter the passwords of
  the channels again; who signs in with a second factor is let in by an administrator, or by npm run recover.`;
