import { type Role, roles } from '#shared/permissions.ts';

/** A provider's group and its role. */
export interface GroupRole {
  group: string;
  role: Role;
}

/** Returns the roles for these groups, in table order. */
export function rolesOfGroups(map: readonly GroupRole[], groups: readonly string[]): Role[] {
  const found = new Set(map.filter(({ group }) => groups.includes(group)).map(({ role }) => role));
  return roles.filter((role) => found.has(role));
}

/** A user's roles, and those only from groups. */
export interface MappedRoles {
  roles: Role[];
  granted: Role[];
}

/**
 * Returns the roles after a sign-in. Roles assigned here stay; roles of earlier sign-ins (`grantedBefore` here,
 * `grantedElsewhere`) go with their groups.
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
