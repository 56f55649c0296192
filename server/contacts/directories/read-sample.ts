import type { Entry } from 'ldapts';
import { Refusal } from '#server/platform/errors.ts';
import { cut } from '#shared/cut.ts';
import { nameOfDn } from './dn.ts';
import { attributeValues, identifierOf, isDisabled } from './entry-values.ts';
import { parseFilter } from './filter.ts';
import type { DirectoryConnection } from './ldap-client.ts';
import type { ReadSettings } from './read-entries.ts';
import { groupFilter } from './read-groups.ts';

/** The first entry and its groups, for the mapping. */
export interface DirectorySample {
  dn: string;
  /** The identifier; null if the entry has none. */
  identifier: string | null;
  isDisabled: boolean;
  attributes: { name: string; values: string[] }[];
  groups: { dn: string; name: string }[];
}

const [mostGroups, mostValues, valueLength] = [500, 3, 100];
const never = new Set(['userpassword', 'unicodepwd', 'ntpassword', 'lmpassword', 'sambantpassword', 'sambalmpassword']);

/** Reads one entry and the groups. */
export async function readSample(connection: DirectoryConnection, directory: ReadSettings): Promise<DirectorySample> {
  const { baseDn, idAttribute, disabledAttribute, groupBaseDn } = directory;
  const filter = parseFilter(directory.filter);
  const attributes = ['*', 'memberOf', idAttribute, ...directory.attributes.map(({ attribute }) => attribute)];
  const [entry] = await connection.some(baseDn, { scope: 'sub', filter, attributes }, 1);
  if (!entry) throw new Refusal('error_directory_nobody');
  const groups: { dn: string; name: string }[] = [];
  for await (const page of connection.pages(groupBaseDn ?? baseDn, {
    scope: 'sub',
    filter: parseFilter(groupFilter),
    attributes: ['cn'],
  })) {
    groups.push(...page.map(({ dn }) => ({ dn, name: nameOfDn(dn) })));
    if (groups.length >= mostGroups) break;
  }
  return {
    dn: entry.dn,
    identifier: identifierOf(entry, idAttribute),
    isDisabled: isDisabled(entry, disabledAttribute),
    attributes: shownAttributes(entry),
    groups: groups.slice(0, mostGroups),
  };
}

const shownAttributes = (entry: Entry): DirectorySample['attributes'] =>
  Object.keys(entry)
    .filter((name) => name !== 'dn' && !never.has(name.toLowerCase()))
    .map((name) => ({ name, values: attributeValues(entry, name).slice(0, mostValues).map(shown) }))
    .filter(({ values }) => values.length)
    .toSorted((a, b) => a.name.localeCompare(b.name));

function shown(value: string | Buffer): string {
  if (typeof value === 'string') return cut(value, valueLength);
  const isText = value.length !== 16 && value.every((byte) => byte >= 0x20 && byte < 0x7f);
  return cut(isText ? value.toString('latin1') : value.toString('hex'), valueLength);
}
