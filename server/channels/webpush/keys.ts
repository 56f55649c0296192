import type { AdapterApp } from '#server/channels/channel.ts';
import { seal, unseal } from '#server/platform/secrets.ts';
import { loadWebPush } from './load-library.ts';

/** The signing keys for push messages (RFC 8292). */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

const context = 'push_keys/1';

/** Returns the installation's only key pair, created on first use: devices trust no other. */
export async function pushKeys({ db, secrets }: Pick<AdapterApp, 'db' | 'secrets'>): Promise<PushKeys> {
  const kept = () => db.selectFrom('pushKeys').select(['publicKey', 'privateKey']).executeTakeFirst();
  let row = await kept();
  if (!row) {
    const made = (await loadWebPush()).generateVAPIDKeys();
    const privateKey = seal(secrets.store, context, made.privateKey);
    await db
      .insertInto('pushKeys')
      .values({ publicKey: made.publicKey, privateKey })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    row = (await kept())!;
  }
  return { publicKey: row.publicKey, privateKey: unseal<string>(secrets.store, context, row.privateKey) };
}
