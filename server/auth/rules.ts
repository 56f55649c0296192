import { type Role, roles } from '#shared/permissions.ts';
import type { Viewer } from '../context.ts';
import { Refusal } from '../errors.ts';

const privileged: readonly string[] = ['administrator', 'system_owner'] satisfies Role[];

/** The roles of an input, each once and in table order; refuses one that does not exist. */
export function knownRoles(given: readonly string[]): Role[] {
  if (given.some((role) => !(roles as readonly string[]).includes(role))) {
    throw new Refusal('error_unknown_role', { roles: 'error_unknown_role' });
  }
  return roles.filter((role) => given.includes(role));
}

/** Refuses to grant or take administrator or system_owner unless the viewer is a system owner. */
export function refuseRoleChange(
  viewer: Pick<Viewer, 'roles'>,
  before: readonly string[],
  after: readonly string[],
): void {
  const changed = privileged.filter((role) => before.includes(role) !== after.includes(role));
  if (changed.length && !viewer.roles.includes('system_owner')) {
    throw new Refusal('error_only_system_owner', { roles: 'error_only_system_owner' });
  }
}

/**
 * Refuses to touch the address or the access of a privileged user unless the viewer is a system owner: whoever can
 * change an address can take the account over by a password reset.
 */
export function refuseTakeover(viewer: Pick<Viewer, 'roles'>, target: readonly string[]): void {
  if (target.some((role) => privileged.includes(role)) && !viewer.roles.includes('system_owner')) {
    throw new Refusal('error_only_system_owner');
  }
}

/** Whether a change takes the role system_owner out of use at this user. */
export const losesOwner = (
  before: { roles: readonly string[]; isActive: boolean },
  after: { roles: readonly string[]; isActive: boolean },
): boolean =>
  before.isActive && before.roles.includes('system_owner') && !(after.isActive && after.roles.includes('system_owner'));
