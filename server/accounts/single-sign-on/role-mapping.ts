import { type Role, roles } from '#shared/permissions.ts';

/** A group at a provider and the role that its members get. */
export interface GroupRole {
  group: string;
  role: Role;
}

/** Returns the roles for these groups, in table order. */
export function rolesOfGroups(map: readonly GroupRole[], groups: readonly string[]): Role[] {
  const found = new Set(map.filter(({ group }) => groups.includes(group)).map(({ role }) => role));
  return roles.filter((role) => found.has(role));
}

/** The roles of a user, and those that the user has only because of a group. */
export interface MappedRoles {
  roles: Role[];
  granted: Role[];
}

/**
 * Returns the roles after a sign-in. Roles that someone assigned here stay; roles that earlier sign-ins granted
 * (`grantedBefore` by this provider, `grantedElsewhere` by others) go if the groups no longer give them.
 */
export function mapRoles(
  current: readonly string[],
  mapped: readonly Role[],
  { grantedBefore, grantedElsewhere }: { grantedBefore: readonly string[]; grantedElsewhere: readonly string[] },
): MappedRoles {
  const assigned = current.filter((role) => !grantedBefore.includes(role) && !grantedElsewhere.includes(role));
  const granted = mapped.filter((role) => !assigned.includes(role));
  const all = new Set<string>([...assigned, ...granted, ...grantedElsewhere.filter((role) => current.includes(role))]);
  return { roles: roles.filter((role) => all.has(role)), granted };
}
