import { sql } from 'kysely';
import type { PeopleDirectory } from '#server/contacts/directories/directory.ts';
import type { DirectoryEntry } from '#server/contacts/directories/read-entries.ts';
import type { DirectorySample } from '#server/contacts/directories/read-sample.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { cut } from '#shared/cut.ts';
import { cleanText } from '#shared/stored-text.ts';
import { parseScimPath, type ScimPath } from './scim-filter.ts';
import { isScimObject, type ScimObject, textsAt } from './scim-values.ts';

const [portion, mostCharacters] = [500, 1000];

interface StoredUser {
  id: string;
  resource: ScimObject;
}

/** Reads provisioned people like LDAP entries. */
export async function readScimEntries(
  db: Db,
  directory: PeopleDirectory,
  targetsWithSeveral: ReadonlySet<string>,
): Promise<DirectoryEntry[]> {
  const columns = directory.attributes.map(({ attribute, target }) => ({
    path: parseScimPath(attribute),
    isSeveral: targetsWithSeveral.has(target),
  }));
  const groups = await groupsOf(db, directory);
  const entries: DirectoryEntry[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ; after = entries.at(-1)!.id!) {
    const { rows } = await sql<StoredUser>`
      select id, resource from scim_resources
      where directory_id = ${directory.id} and kind = 'User' and id > ${after}::uuid order by id limit ${portion}`.execute(
      db,
    );
    for (const { id, resource } of rows)
      entries.push({
        id,
        cells: columns.map(({ path, isSeveral }) => cellOf(resource, path, isSeveral)),
        isDisabled: resource['active'] === false,
        groups: groups.get(id) ?? [],
      });
    if (rows.length < portion) return entries;
  }
}

function cellOf(resource: ScimObject, path: ScimPath, isSeveral: boolean): string {
  const texts = textsAt(resource, path);
  return cut(cleanText(cut(isSeveral ? texts.join('; ') : (texts[0] ?? ''), mostCharacters)), mostCharacters);
}

/** Returns group ids by person, also nested. Refuses a missing mapped group. */
async function groupsOf(db: Db, { id, groupRules }: PeopleDirectory): Promise<Map<string, number[]>> {
  if (!groupRules.length) return new Map();
  const { rows: known } = await sql<{ id: string; nameKey: string }>`
    select id, coalesce(name_key, '') as name_key from scim_resources where directory_id = ${id} and kind = 'Group'`.execute(
    db,
  );
  const mapped = groupRules.map(({ dn, group }) => {
    const wanted = dn.toLowerCase();
    const ids = known.filter((one) => one.id === wanted || one.nameKey === wanted).map((one) => one.id);
    if (!ids.length) throw new Refusal('error_directory_group_gone', { groupRules: 'error_directory_group_gone' });
    return ids.map((one) => ({ id: one, group }));
  });
  const pairs = mapped.flat();
  const { rows } = await sql<{ id: string; groups: number[] }>`
    with recursive below as (
      select x.id, x."group" from unnest(${pairs.map((one) => one.id)}::uuid[], ${pairs.map(({ group }) => group)}::int[])
        as x (id, "group")
      union select m.member_id, b."group" from below b join scim_members m on m.group_id = b.id)
    select b.id, array_agg(distinct b."group") as groups from below b
    join scim_resources r on r.id = b.id and r.kind = 'User' group by b.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row.groups]));
}

const [mostGroups, mostValues, valueLength] = [500, 3, 100];

/** Returns the newest person and groups, for the mapping. */
export async function readScimSample(db: Db, { id }: PeopleDirectory): Promise<DirectorySample> {
  const { rows } = await sql<StoredUser>`
    select id, resource from scim_resources
    where directory_id = ${id} and kind = 'User' and not is_erased order by updated_at desc limit 1`.execute(db);
  const [user] = rows;
  if (!user) throw new Refusal('error_directory_scim_nobody');
  const { rows: groups } = await sql<{ name: string }>`
    select distinct resource ->> 'displayName' as name from scim_resources
    where directory_id = ${id} and kind = 'Group' order by 1 limit ${mostGroups}`.execute(db);
  return {
    dn: String(user.resource['userName']),
    identifier: user.id,
    isDisabled: user.resource['active'] === false,
    attributes: shownAttributes(user.resource),
    groups: groups.map(({ name }) => ({ dn: name, name })),
  };
}

/** Attributes by possible mapping paths. */
function shownAttributes(resource: ScimObject): DirectorySample['attributes'] {
  const found = new Map<string, string[]>();
  const add = (name: string, value: unknown) => {
    if (!['string', 'number', 'boolean'].includes(typeof value)) return;
    const values = found.get(name) ?? [];
    if (values.length < mostValues) values.push(cut(String(value), valueLength));
    found.set(name, values);
  };
  for (const [name, value] of Object.entries(resource)) {
    const join = name.toLowerCase().startsWith('urn:') ? ':' : '.';
    if (Array.isArray(value)) for (const one of value) addValue(add, name, one);
    else if (isScimObject(value)) for (const [sub, one] of Object.entries(value)) add(`${name}${join}${sub}`, one);
    else add(name, value);
  }
  return [...found].map(([name, values]) => ({ name, values })).toSorted((a, b) => a.name.localeCompare(b.name));
}

function addValue(add: (name: string, value: unknown) => void, name: string, one: unknown): void {
  if (!isScimObject(one)) {
    add(name, one);
    return;
  }
  add(`${name}.value`, one['value']);
  const { type } = one;
  if (typeof type === 'string' && !type.includes('"')) add(`${name}[type eq "${type}"].value`, one['value']);
}
