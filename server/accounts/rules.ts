import type { Row } from '#server/api/graphql/types.ts';
import type { Viewer } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { privilegedRoles, type Role, roles } from '#shared/permissions.ts';

/** Returns the distinct roles of an input in table order; refuses unknown ones. */
export function knownRoles(given: readonly string[]): Role[] {
  if (given.some((role) => !(roles as readonly string[]).includes(role))) {
    throw new Refusal('error_unknown_role', { roles: 'error_unknown_role' });
  }
  return roles.filter((role) => given.includes(role));
}

/** Refuses to grant or revoke administrator or system_owner unless the viewer is a system owner. */
export function refuseRoleChange(
  viewer: Pick<Viewer, 'roles'>,
  before: readonly string[],
  after: readonly string[],
): void {
  const changed = privilegedRoles.filter((role) => before.includes(role) !== after.includes(role));
  if (changed.length && !viewer.roles.includes('system_owner')) {
    throw new Refusal('error_only_system_owner', { roles: 'error_only_system_owner' });
  }
}

/**
 * Refuses changes of a privileged user's address or access unless the viewer is a system owner, because a password reset would
 * allow a takeover.
 */
export function refuseTakeover(viewer: Pick<Viewer, 'roles'>, target: readonly string[]): void {
  if (target.some((role) => privilegedRoles.includes(role)) && !viewer.roles.includes('system_owner')) {
    throw new Refusal('error_only_system_owner');
  }
}

/** Returns whether a change removes a usable system_owner role from this user. */
export const losesOwner = (
  before: { roles: readonly string[]; isActive: boolean },
  after: { roles: readonly string[]; isActive: boolean },
): boolean =>
  before.isActive && before.roles.includes('system_owner') && !(after.isActive && after.roles.includes('system_owner'));

/** Returns true if the user was invited and has not set a password yet. */
export const isInvited = (
  user: Pick<Row<'users'>, 'passwordHash' | 'needApproval' | 'isActive' | 'roles' | 'lastSignInAt'>,
): boolean =>
  user.passwordHash === null &&
  user.lastSignInAt === null && // others sign in with a provider
  !user.needApproval &&
  (user.isActive || user.roles.length > 0);

/** Returns whether a user is only a registration whose address no one confirmed, so that its data may be a stranger's. */
export const isUnconfirmed = (user: Pick<Row<'users'>, 'verifiedAt' | 'isActive' | 'roles'>): boolean =>
  !user.verifiedAt && !user.isActive && user.roles.length === 0;

/** Returns whether a user is only an unused invitation or an unconfirmed registration, which can be deleted. */
export const isWithdrawable = (
  user: Pick<Row<'users'>, 'passwordHash' | 'lastSignInAt' | 'verifiedAt' | 'isActive' | 'roles'>,
  usage: readonly unknown[],
): boolean => (user.passwordHash === null || isUnconfirmed(user)) && user.lastSignInAt === null && usage.length === 0;
