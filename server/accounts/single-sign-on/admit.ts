import { sql } from 'kysely';
import { hasOtherOwner } from '#server/accounts/queries.ts';
import { mailRegistrationNotice } from '#server/accounts/registration.ts';
import { losesOwner } from '#server/accounts/rules.ts';
import { endSessions } from '#server/accounts/sessions.ts';
import { recordUser } from '#server/accounts/user-audit.ts';
import { lockUser } from '#server/accounts/users.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { usualLanguage } from '#server/platform/settings/usual-language.ts';
import type { Role } from '#shared/permissions.ts';
import type { ProvenIdentity } from './proven-identity.ts';
import { mapRoles, rolesOfGroups } from './role-mapping.ts';

type User = Row<'users'>;
type Link = Row<'userIdentities'>;

/**
 * Returns a provider person's user with the roles of their groups. The key is issuer and subject, never the address: a
 * known address must be linked first. A new user needs approval unless a group grants a role.
 */
export async function admitIdentity(ctx: Context, proven: ProvenIdentity): Promise<User> {
  const found = await inTransaction(ctx.db, async (tx): Promise<User | Refusal> => {
    const link = await holdLink(tx, proven);
    if (link) return link.confirmedAt ? withRoles(ctx, tx, link, proven) : new Refusal('error_sso_account_exists');
    return firstSignIn(ctx, tx, proven);
  });
  if (found instanceof Refusal) throw found; // a stored request for an owner's decision stays
  return found;
}

const holdLink = (tx: Tx, { provider, subject }: ProvenIdentity): Promise<Link | undefined> =>
  tx
    .selectFrom('userIdentities')
    .selectAll()
    .where('providerId', '=', provider.id)
    .where('subject', '=', subject)
    .executeTakeFirst();

async function withRoles(ctx: Context, tx: Tx, link: Link, proven: ProvenIdentity): Promise<User> {
  const before = await lockUser(tx, link.userId);
  if (before.needApproval && !rolesOfGroups(proven.provider.roleMap, proven.groups).length) return before;
  const { rows } = await sql<{ role: string }>`
    select distinct unnest(granted_roles) as role from user_identities where user_id = ${before.id} and id <> ${link.id}`.execute(
    tx,
  );
  const mapped = mapRoles(before.roles, rolesOfGroups(proven.provider.roleMap, proven.groups), {
    grantedBefore: link.grantedRoles,
    grantedElsewhere: rows.map(({ role }) => role),
  });
  const { roles, granted } = await keepingLastOwner(tx, before, mapped);
  await tx
    .updateTable('userIdentities')
    .set({ grantedRoles: granted, lastUsedAt: new Date() })
    .where('id', '=', link.id)
    .execute();
  const isApproved = before.needApproval && granted.length > 0;
  if (String(roles) === String(before.roles) && !isApproved) return before;
  const user = await tx
    .updateTable('users')
    .set({ roles, ...(isApproved ? { needApproval: false, isActive: true } : {}) })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await endSessions(tx, user.id);
  await recordUser(tx, null, before, user);
  ctx.log.info({ event: 'roles_mapped', user: user.id, provider: proven.provider.id });
  return user;
}

/** The last system owner keeps the role, regardless of the groups. */
async function keepingLastOwner(tx: Tx, before: User, mapped: { roles: Role[]; granted: Role[] }) {
  const after = { roles: mapped.roles, isActive: before.isActive };
  if (!losesOwner(before, after) || (await hasOtherOwner(tx, before.id))) return mapped;
  return { roles: [...mapped.roles, 'system_owner' as const], granted: [...mapped.granted, 'system_owner' as const] };
}

async function firstSignIn(ctx: Context, tx: Tx, proven: ProvenIdentity): Promise<User | Refusal> {
  const { provider, subject, person, groups } = proven;
  if (!person.email) return new Refusal('error_sso_email');
  const roles = rolesOfGroups(provider.roleMap, groups);
  const { rows } = await sql<User>`
    insert into users as u (email, first_name, last_name, language, verified_at, need_approval, is_active, roles)
    values (${person.email}, ${person.firstName}, ${person.lastName}, ${await usualLanguage(tx)}, now(),
      ${!roles.length}, ${roles.length > 0}, ${roles})
    on conflict (lower(email)) do update set first_name = excluded.first_name, last_name = excluded.last_name,
      verified_at = now(), need_approval = excluded.need_approval, is_active = excluded.is_active,
      roles = excluded.roles, password_hash = null
      -- a registration that no one confirmed keeps no address from its owner
      where u.verified_at is null and not u.is_active and u.roles = '{}'
    returning *`.execute(tx);
  const user = rows[0];
  if (!user) return waitForOwner(tx, proven);
  await tx
    .insertInto('userIdentities')
    .values({ providerId: provider.id, subject, userId: user.id, grantedRoles: roles, confirmedAt: new Date() })
    .execute();
  await recordUser(tx, null, null, user);
  if (user.needApproval) await mailRegistrationNotice(ctx, tx, user);
  ctx.log.info({ event: 'user_provisioned', user: user.id, provider: provider.id });
  return user;
}

/** Notes for an owner that a person wants an account with the same verified address. */
async function waitForOwner(tx: Tx, { provider, subject, person }: ProvenIdentity): Promise<Refusal> {
  if (person.isEmailVerified)
    await sql`insert into user_identities (provider_id, subject, user_id)
      select ${provider.id}, ${subject}, id from users where lower(email) = lower(${person.email})
      on conflict do nothing`.execute(tx);
  return new Refusal('error_sso_account_exists');
}
