import type { Row } from '#server/api/graphql/types.ts';
import type { Viewer } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { privilegedRoles, type Role, roles } from '#shared/permissions.ts';

/** Returns the distinct roles in table order; refuses unknown ones. */
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
 * Refuses changes of a privileged user's address or access except by system owners, because a reset would allow a
 * takeover.
 */
export function refuseTakeover(viewer: Pick<Viewer, 'roles'>, target: readonly string[]): void {
  if (target.some((role) => privilegedRoles.includes(role)) && !viewer.roles.includes('system_owner')) {
    throw new Refusal('error_only_system_owner');
  }
}

/** Returns whether a user loses a usable system_owner role. */
export const losesOwner = (
  before: { roles: readonly string[]; isActive: boolean },
  after: { roles: readonly string[]; isActive: boolean },
): boolean =>
  before.isActive && before.roles.includes('system_owner') && !(after.isActive && after.roles.includes('system_owner'));

/** Returns whether the user was invited and has no password. */
export const isInvited = (
  user: Pick<Row<'users'>, 'passwordHash' | 'needApproval' | 'isActive' | 'roles' | 'lastSignInAt'>,
): boolean =>
  user.passwordHash === null &&
  user.lastSignInAt === null && // others sign in with a provider
  !user.needApproval &&
  (user.isActive || user.roles.length > 0);

/** Returns whether a user is an unconfirmed registration, perhaps a stranger's. */
export const isUnconfirmed = (user: Pick<Row<'users'>, 'verifiedAt' | 'isActive' | 'roles'>): boolean =>
  !user.verifiedAt && !user.isActive && user.roles.length === 0;

/** Returns whether a user can be deleted: an unused invitation or unconfirmed registration. */
export const isWithdrawable = (
  user: Pick<Row<'users'>, 'passwordHash' | 'lastSignInAt' | 'verifiedAt' | 'isActive' | 'roles'>,
  usage: readonly unknown[],
): boolean => (user.passwordHash === null || isUnconfirmed(user)) && user.lastSignInAt === null && usage.length === 0;
