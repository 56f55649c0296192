import { dnKey } from './dn.ts';

/** A group of a directory. */
export interface DirectoryGroup {
  dn: string;
  /** Distinguished names of members: people and groups. */
  members: readonly string[];
  /** Account names of members (posixGroup). */
  memberUids: readonly string[];
  /** By its own attribute. */
  memberOf: readonly string[];
  /** For accounts' primary group in Active Directory. */
  primaryToken: string | null;
}

/** The part of an entry that decides its groups. */
interface GroupMember {
  dn: string;
  uid: string | null;
  memberOf: readonly string[];
  primaryGroup: string | null;
}

/** Returns an entry's groups, including groups of groups, without cycles. */
export function membershipsOf(groups: readonly DirectoryGroup[]): (member: GroupMember) => ReadonlySet<string> {
  const above = new Map<string, Set<string>>();
  const byUid = new Map<string, Set<string>>();
  const byToken = new Map<string, string>();
  const link = (map: Map<string, Set<string>>, key: string, group: string) => {
    const known = map.get(key);
    if (known) known.add(group);
    else map.set(key, new Set([group]));
  };
  for (const { dn, members, memberUids, memberOf, primaryToken } of groups) {
    const key = dnKey(dn);
    for (const member of members) link(above, dnKey(member), key);
    for (const uid of memberUids) link(byUid, uid, key);
    for (const parent of memberOf) link(above, key, dnKey(parent));
    if (primaryToken) byToken.set(primaryToken, key);
  }
  return ({ dn, uid, memberOf, primaryGroup }) => {
    const open = [...memberOf.map(dnKey), ...(above.get(dnKey(dn)) ?? []), ...((uid && byUid.get(uid)) || [])];
    const primary = primaryGroup && byToken.get(primaryGroup);
    if (primary) open.push(primary);
    const found = new Set<string>();
    for (let group = open.pop(); group !== undefined; group = open.pop()) {
      if (found.has(group)) continue;
      found.add(group);
      open.push(...(above.get(group) ?? []));
    }
    return found;
  };
}
