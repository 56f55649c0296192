import { randomBytes } from 'node:crypto';
import { hashPassword } from '#server/accounts/password.ts';
import type { Config } from '#server/platform/config.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { roles } from '#shared/permissions.ts';

/** Creates the first account: OWNER_EMAIL with OWNER_PASSWORD or a random password, which it returns, and all roles. */
export async function seedOwner(tx: Tx, config: Config): Promise<string | null> {
  const someone = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (someone) return null;
  const random = config.OWNER_PASSWORD ? null : randomBytes(12).toString('base64url');
  await tx
    .insertInto('users')
    .values({
      email: config.OWNER_EMAIL,
      passwordHash: await hashPassword(config.OWNER_PASSWORD ?? random!),
      firstName: 'Systemverwaltung',
      lastName: 'Meldekette',
      roles: [...roles],
      verifiedAt: new Date(),
      isActive: true,
    })
    .execute();
  return random;
}
