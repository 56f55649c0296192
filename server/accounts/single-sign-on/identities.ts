import { sql } from 'kysely';
import { lockUser } from '#server/accounts/users.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { recordSecurity } from '#server/api/security-log/record.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { ProvenIdentity } from './proven-identity.ts';
import { refuseLastWay } from './ways-to-sign-in.ts';

/** The link between a user and a person at a provider. */
export interface Identity extends Row<'userIdentities'> {
  label: string;
}

/** Returns identities by user; `waiting`: only unconfirmed ones. */
export async function listIdentities(db: Db, userIds: readonly number[]): Promise<Map<number, Identity[]>> {
  const { rows } = await sql<Identity>`
    select i.*, p.label from user_identities i join oidc_providers p on p.id = i.provider_id
    where i.user_id = any(${userIds}) order by p.label, i.id`.execute(db);
  return Map.groupBy(rows, ({ userId }) => userId);
}

/** Returns the identities that wait for an owner's confirmation, oldest first. */
export async function waitingIdentities(db: Db): Promise<Identity[]> {
  const { rows } = await sql<Identity>`
    select i.*, p.label from user_identities i join oidc_providers p on p.id = i.provider_id
    where i.confirmed_at is null order by i.inserted_at, i.id limit 200`.execute(db);
  return rows;
}

/** Links the user to a provider's person. Roles follow at the next sign-in. */
export async function linkIdentity(ctx: SignedIn, { provider, subject }: ProvenIdentity): Promise<void> {
  const { id } = ctx.viewer;
  await inTransaction(ctx.db, async (tx) => {
    await lockUser(tx, id);
    const { rows } = await sql`
      insert into user_identities as i (provider_id, subject, user_id, confirmed_at)
      values (${provider.id}, ${subject}, ${id}, now())
      on conflict (provider_id, subject) do update set user_id = excluded.user_id, confirmed_at = now()
        where i.confirmed_at is null or i.user_id = excluded.user_id
      returning id`.execute(tx);
    if (!rows.length) throw new Refusal('error_sso_taken');
    await recordLink(tx, id, 'identity_linked');
  });
}

/** Confirms that a provider's person is the user with this address. */
export async function confirmIdentity(ctx: SignedIn, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const found = await tx
      .updateTable('userIdentities')
      .set({ confirmedAt: new Date() })
      .where('id', '=', id)
      .where('confirmedAt', 'is', null)
      .returning('userId')
      .executeTakeFirst();
    if (!found) throw new Refusal('error_not_found');
    await recordLink(tx, found.userId, 'identity_linked');
  });
}

/** Removes an own link unless it is the last way to sign in, or anyone's as a system owner. */
export async function removeIdentity(ctx: SignedIn, id: number): Promise<boolean> {
  const isOwner = ctx.viewer.roles.includes('system_owner');
  return inTransaction(ctx.db, async (tx) => {
    const found = await tx.selectFrom('userIdentities').selectAll().where('id', '=', id).executeTakeFirst();
    if (!found || (found.userId !== ctx.viewer.id && !isOwner)) return false;
    await lockUser(tx, found.userId);
    await tx.deleteFrom('userIdentities').where('id', '=', id).execute();
    if (found.userId === ctx.viewer.id) await refuseLastWay(tx, found.userId);
    if (found.confirmedAt) await recordLink(tx, found.userId, 'identity_removed');
    return true;
  });
}

const recordLink = (tx: Tx, userId: number, detail: 'identity_linked' | 'identity_removed') =>
  recordSecurity(tx, { kind: 'sign_in_way_changed', detail, subject: ['User', userId] });
