import type { Entry } from 'ldapts';
import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';
import { textsOf, valueRange } from './entry-values.ts';
import { parseFilter } from './filter.ts';
import type { DirectoryConnection, EntrySearch } from './ldap-client.ts';
import type { DirectoryGroup } from './membership.ts';

/** The filter of entries that are groups. */
export const groupFilter =
  '(|(objectClass=group)(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)(objectClass=posixGroup))';

const attributes = ['member', 'uniqueMember', 'memberUid', 'memberOf', 'primaryGroupToken'];
const mostMembers = 2_000_000;

export async function readGroups(connection: DirectoryConnection, base: string): Promise<DirectoryGroup[]> {
  const found: Entry[] = [];
  const search: EntrySearch = { scope: 'sub', filter: parseFilter(groupFilter), attributes };
  for await (const page of connection.pages(base, search)) {
    found.push(...page);
    if (found.length > limits.csvRows) throw new Refusal('error_directory_large');
  }
  const groups: DirectoryGroup[] = [];
  let count = 0;
  for (const entry of found) {
    const members = [...(await allMembers(connection, entry)), ...textsOf(entry, 'uniqueMember').map(withoutUid)];
    const memberUids = textsOf(entry, 'memberUid');
    count += members.length + memberUids.length;
    if (count > mostMembers) throw new Refusal('error_directory_large');
    const memberOf = textsOf(entry, 'memberOf');
    groups.push({
      dn: entry.dn,
      members,
      memberUids,
      memberOf,
      primaryToken: textsOf(entry, 'primaryGroupToken')[0] ?? null,
    });
  }
  return groups;
}

/** Removes a unique member's identifier: `cn=a,dc=b#'0101'B`. */
const withoutUid = (name: string): string => (name.endsWith("'B") ? name.slice(0, name.lastIndexOf('#')) : name);

/** Reads a group's members in parts; refuses a missing one, whose people would lose the group. */
async function allMembers(connection: DirectoryConnection, group: Entry): Promise<string[]> {
  let part = valueRange(group, 'member');
  const members = [...part.texts];
  while (part.next !== null) {
    const from: number = part.next;
    const search: EntrySearch = { scope: 'base', attributes: [`member;range=${from}-*`] };
    const [again] = await connection.some(group.dn, search, 2);
    if (!again) throw new Refusal('error_directory_cut');
    part = valueRange(again, 'member');
    if (part.start !== from || !part.texts.length) throw new Refusal('error_directory_cut');
    members.push(...part.texts);
    if (members.length > mostMembers) throw new Refusal('error_directory_large');
  }
  return members;
}
