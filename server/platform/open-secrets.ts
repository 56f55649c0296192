import { readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { withClient } from '#server/platform/connection/client.ts';
import { listOf } from '#server/platform/database/status-list.ts';
import { recipientSets } from '#shared/delivery-states.ts';
import type { Config } from './config.ts';
import { deriveSecrets, findKey, makeKey, type Secrets, sha256, tokenOf } from './secrets.ts';
import { StartError } from './start-error.ts';

type Keyed = Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>;

/**
 * Returns the installation's secrets. Binds an empty database to the first key, created if missing. Throws a StartError
 * if the key is another, or missing for a used database.
 */
export async function openSecrets(config: Keyed, url: string): Promise<Secrets> {
  return withClient(url, async (client) => {
    await adoptRestoredKey(config, client);
    const given = await findKey(config);
    if (given === null && (await isInUse(client))) throw new StartError(missing(config));
    const secrets = deriveSecrets(given ?? (await makeKey(config.DATA_DIR)));
    await client.query('insert into installation (key_fingerprint) values ($1) on conflict do nothing', [
      secrets.fingerprint,
    ]);
    const { rows } = await client.query<{ fingerprint: Buffer }>(
      'select key_fingerprint as fingerprint from installation',
    );
    if (!rows[0]!.fingerprint.equals(secrets.fingerprint)) throw new StartError(differs(config));
    await keepAddresses(client, secrets);
    return secrets;
  });
}

/** The key of a backup during its restore. */
export const restoredKeyFile = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string =>
  path.resolve(DATA_DIR, 'secret-key.restored');

/** Completes a restore killed between its commit and the change of the key. */
async function adoptRestoredKey(config: Keyed, client: pg.Client): Promise<void> {
  const file = restoredKeyFile(config);
  const key = config.SECRET_KEY ? '' : await readFile(file, 'utf8').catch(() => '');
  if (!key) return;
  const { rows } = await client.query<{ fingerprint: Buffer }>(
    'select key_fingerprint as fingerprint from installation',
  );
  if (rows[0]?.fingerprint.equals(deriveSecrets(key).fingerprint)) await rename(file, fileOf(config));
}

// data that is useless or misleading without the old key
const forgetsOfKey = `
  delete from log_seals;
  delete from recovery_codes;
  update release_codes set revoked_at = now() where revoked_at is null and used_at is null;
  update installation set life_text = null, life_signature = null;
  update triggers set pin_hash = null;
  delete from push_keys;
  update devices set ended_at = now() where ended_at is null;
  update webhooks set previous_secret = null, previous_until = null`;

const slice = 10_000;

// referenced by unwritten mails
const named = (field: string) =>
  `id in (select (data->>'${field}')::int from pgboss.job where name = 'system_mail' and state in ('created', 'retry', 'active'))`;

const links = {
  message_recipients: `token_hash is not null and status in ${listOf(recipientSets.open)}`,
  one_time_tokens: `${named('tokenId')} or waiting_mail is not null`,
  person_tokens: named('personTokenId'),
};

/** Derives unsent links again; sent ones stay valid. */
async function renewLinks(client: pg.Client, link: Secrets['link']): Promise<void> {
  const { rows } = await client.query<{ hasJobs: boolean }>(
    `select to_regclass('pgboss.job') is not null as "hasJobs"`,
  );
  await renewIn(client, link, 'message_recipients');
  if (!rows[0]!.hasJobs) return;
  await renewIn(client, link, 'one_time_tokens');
  await renewIn(client, link, 'person_tokens');
}

async function renewIn(client: pg.Client, link: Secrets['link'], table: keyof typeof links): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await client.query<{ id: number; nonce: Buffer }>(
      `select id, nonce from ${table} where id > $1 and ${links[table]} order by id limit ${slice}`,
      [after],
    );
    if (!rows.length) return;
    const hashes = rows.map(({ nonce }) => sha256(tokenOf(link, nonce)));
    await client.query(
      `update ${table} r set token_hash = x.hash from unnest($1::int[], $2::bytea[]) as x (id, hash)
      where r.id = x.id`,
      [rows.map(({ id }) => id), hashes],
    );
    after = rows.at(-1)!.id;
  }
}

/** Stores the callback addresses that the key determined. */
async function keepAddresses(client: pg.Client, { callback }: Secrets): Promise<void> {
  const { rows } = await client.query<{ id: number }>('select id from channels where callback_token is null');
  for (const { id } of rows) {
    const token = tokenOf(callback, Buffer.from(`channels/${id}`));
    await client.query('update channels set callback_token = $2 where id = $1', [id, token]);
  }
}

/** Binds the database to the configured or a new key, regardless of its earlier binding. */
export async function bindKey(config: Keyed, url: string): Promise<void> {
  const { fingerprint, link } = deriveSecrets((await findKey(config)) ?? (await makeKey(config.DATA_DIR)));
  await withClient(url, async (client) => {
    await client.query('begin');
    const { rowCount: changed } = await client.query(
      `insert into installation as i (key_fingerprint) values ($1)
      on conflict (is_only) do update set key_fingerprint = excluded.key_fingerprint
      where i.key_fingerprint <> excluded.key_fingerprint`,
      [fingerprint],
    );
    if (changed) await client.query(forgetsOfKey);
    if (changed) await renewLinks(client, link);
    await client.query('commit');
  });
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
With another key stored channel passwords and second factors could not be read, and everybody would be signed out. Several processes on one database need the same key.
  Start with the right key: as SECRET_KEY, or as the file ${fileOf(config)} from the backup.
  If it is lost: npm start -- --accept-new-key makes the present key the one of this database. Then enter the passwords of
  the channels, the secrets of webhooks and the PINs of triggers again; people switch notifications on again; who signs in with
  a second factor is let in by an administrator, or by npm run recover. Links to unsubscribe in mails that were sent
  no longer work.`;
