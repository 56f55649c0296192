import type { Entry } from 'ldapts';
import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';
import type { PeopleDirectory } from './directory.ts';
import { dnKey } from './dn.ts';
import { identifierOf, isDisabled, textsOf, valueRange } from './entry-values.ts';
import {
  type Connecting,
  type DirectoryConnection,
  type DirectoryPatience,
  parseFilter,
  withDirectory,
} from './ldap-connection.ts';
import { type DirectoryGroup, membershipsOf } from './membership.ts';

/** A person in a directory. */
export interface DirectoryEntry {
  /** The identifier that stays; null if the entry has none. */
  id: string | null;
  /** The values of the mapped attributes, in their order. */
  cells: string[];
  isDisabled: boolean;
  /** Ids of the groups of contacts that the person belongs to. */
  groups: number[];
}

/** The filter of entries that are groups. */
export const groupFilter =
  '(|(objectClass=group)(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)(objectClass=posixGroup))';

/** Attributes whose values are binary. */
export const binaryAttributes = ['objectGUID', 'objectSid', 'entryUUID', 'nsUniqueId', 'ipaUniqueID', 'GUID'];

const mostCharacters = 1000;

/** Reads all people of a directory into memory: either all of them, or a refusal. */
export function readDirectoryEntries(
  app: Connecting,
  directory: PeopleDirectory,
  targetsWithSeveral: ReadonlySet<string>,
  patience?: DirectoryPatience,
): Promise<DirectoryEntry[]> {
  const filter = parseFilter(directory.filter);
  const work = async (connection: DirectoryConnection) => {
    const groupsOf = await readMemberships(connection, directory);
    const { attributes, idAttribute, disabledAttribute } = directory;
    const wanted = [
      'uid',
      'memberOf',
      'primaryGroupID',
      idAttribute,
      disabledAttribute ?? [],
      attributes.map((a) => a.attribute),
    ];
    const names = [...new Set(wanted.flat())];
    const entries: DirectoryEntry[] = [];
    const options = { scope: 'sub', filter, attributes: names, explicitBufferAttributes: binaryAttributes } as const;
    for await (const page of connection.pages(directory.baseDn, options)) {
      for (const entry of page) {
        entries.push({
          id: identifierOf(entry, idAttribute),
          cells: attributes.map(({ attribute, target }) => cellOf(entry, attribute, targetsWithSeveral.has(target))),
          isDisabled: isDisabled(entry, disabledAttribute),
          groups: groupsOf(entry),
        });
      }
      if (entries.length > limits.csvRows) throw new Refusal('error_directory_large');
    }
    return entries;
  };
  return withDirectory(app, directory, work, patience);
}

function cellOf(entry: Entry, attribute: string, isSeveral: boolean): string {
  const texts = textsOf(entry, attribute);
  return (isSeveral ? texts.join('; ') : (texts[0] ?? '')).slice(0, mostCharacters);
}

/** Returns a function that returns the ids of groups of contacts that an entry belongs to by the rules. */
async function readMemberships(
  connection: DirectoryConnection,
  directory: PeopleDirectory,
): Promise<(entry: Entry) => number[]> {
  const { groupRules: rules } = directory;
  if (!rules.length) return () => [];
  const groups = await readGroups(connection, directory);
  const known = new Set(groups.map(({ dn }) => dnKey(dn)));
  if (rules.some(({ dn }) => !known.has(dnKey(dn))))
    throw new Refusal('error_directory_group_gone', { groupRules: 'error_directory_group_gone' });
  const memberships = membershipsOf(groups);
  return (entry) => {
    const keys = memberships({
      dn: entry.dn,
      uid: textsOf(entry, 'uid')[0] ?? null,
      memberOf: textsOf(entry, 'memberOf'),
      primaryGroup: textsOf(entry, 'primaryGroupID')[0] ?? null,
    });
    return [...new Set(rules.filter(({ dn }) => keys.has(dnKey(dn))).map(({ group }) => group))];
  };
}

const groupAttributes = ['member', 'uniqueMember', 'memberUid', 'memberOf', 'primaryGroupToken'];

async function readGroups(connection: DirectoryConnection, directory: PeopleDirectory): Promise<DirectoryGroup[]> {
  const groups: DirectoryGroup[] = [];
  const options = { scope: 'sub', filter: groupFilter, attributes: groupAttributes } as const;
  const found: Entry[] = [];
  for await (const page of connection.pages(directory.groupBaseDn ?? directory.baseDn, options)) {
    found.push(...page);
    if (found.length > limits.csvRows) throw new Refusal('error_directory_large');
  }
  for (const entry of found) {
    groups.push({
      dn: entry.dn,
      members: [...(await allMembers(connection, entry)), ...textsOf(entry, 'uniqueMember').map(withoutUid)],
      memberUids: textsOf(entry, 'memberUid'),
      memberOf: textsOf(entry, 'memberOf'),
      primaryToken: textsOf(entry, 'primaryGroupToken')[0] ?? null,
    });
  }
  return groups;
}

/** Removes the optional identifier after a unique member's name: `cn=a,dc=b#'0101'B`. */
const withoutUid = (name: string): string => (name.endsWith("'B") ? name.slice(0, name.lastIndexOf('#')) : name);

async function allMembers(connection: DirectoryConnection, group: Entry): Promise<string[]> {
  let part = valueRange(group, 'member');
  const members = [...part.values];
  while (part.next !== null) {
    const attribute = `member;range=${part.next}-*`;
    const [again] = await connection.some(group.dn, { scope: 'base', attributes: [attribute] }, 2);
    if (!again) throw new Refusal('error_directory_cut');
    const before = part.next;
    part = valueRange(again, 'member');
    if (part.next !== null && part.next <= before) throw new Refusal('error_directory_failed');
    members.push(...part.values);
  }
  return members.filter((member) => typeof member === 'string');
}
