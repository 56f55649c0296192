import type { Entry } from 'ldapts';
import { Refusal } from '#server/platform/errors.ts';
import { cut } from '#shared/cut.ts';
import { limits } from '#shared/limits.ts';
import { cleanText } from '#shared/stored-text.ts';
import type { PeopleDirectory } from './directory.ts';
import { dnKey } from './dn.ts';
import { identifierOf, isDisabled, textsOf } from './entry-values.ts';
import { parseFilter } from './filter.ts';
import type { DirectoryConnection } from './ldap-client.ts';
import { membershipsOf } from './membership.ts';
import { readGroups } from './read-groups.ts';

/** A person in a directory. */
export interface DirectoryEntry {
  /** Stays the same; null without one. */
  id: string | null;
  /** The values of the mapped attributes, in their order. */
  cells: string[];
  isDisabled: boolean;
  /** Ids of the person's groups. */
  groups: number[];
}

/** The settings that the reading needs. */
export type ReadSettings = Pick<
  PeopleDirectory,
  'baseDn' | 'filter' | 'idAttribute' | 'disabledAttribute' | 'attributes' | 'groupBaseDn' | 'groupRules'
>;

// all values are in memory at once
const [mostCharacters, mostText] = [1000, 100_000_000];

/** Reads all people of a directory, or refuses. */
export async function readEntries(
  connection: DirectoryConnection,
  directory: ReadSettings,
  targetsWithSeveral: ReadonlySet<string>,
): Promise<DirectoryEntry[]> {
  const filter = parseFilter(directory.filter);
  const groupsOf = await readMemberships(connection, directory);
  const { attributes, idAttribute, disabledAttribute } = directory;
  const own = ['uid', 'memberOf', 'primaryGroupID', idAttribute, disabledAttribute ?? []];
  const names = [...new Set([...own, attributes.map((a) => a.attribute)].flat())];
  const entries: DirectoryEntry[] = [];
  let characters = 0;
  for await (const page of connection.pages(directory.baseDn, { scope: 'sub', filter, attributes: names })) {
    for (const entry of page) {
      const cells = attributes.map(({ attribute, target }) => cellOf(entry, attribute, targetsWithSeveral.has(target)));
      characters += cells.reduce((sum, { length }) => sum + length, 0);
      entries.push({
        id: identifierOf(entry, idAttribute),
        cells,
        isDisabled: isDisabled(entry, disabledAttribute),
        groups: groupsOf(entry),
      });
    }
    if (entries.length > limits.csvRows || characters > mostText) throw new Refusal('error_directory_large');
  }
  return entries;
}

function cellOf(entry: Entry, attribute: string, isSeveral: boolean): string {
  const texts = textsOf(entry, attribute);
  return cut(cleanText(cut(isSeveral ? texts.join('; ') : (texts[0] ?? ''), mostCharacters)), mostCharacters);
}

/** Returns a function for an entry's group ids by the rules. */
async function readMemberships(
  connection: DirectoryConnection,
  directory: ReadSettings,
): Promise<(entry: Entry) => number[]> {
  const { groupRules: rules } = directory;
  if (!rules.length) return () => [];
  const groups = await readGroups(connection, directory.groupBaseDn ?? directory.baseDn);
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
