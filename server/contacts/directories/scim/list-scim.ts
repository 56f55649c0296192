import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { showScim } from './present-scim.ts';
import { badScim } from './scim-error.ts';
import { parseScimFilter, type ScimFilter } from './scim-filter.ts';
import type { ScimKind } from './scim-schemas.ts';
import { type ScimStored, withMembers } from './scim-store.ts';
import { isScimId, matchesScim } from './scim-values.ts';

/** A request for a list. */
export interface ScimQuery {
  filter: string | null;
  startIndex: number;
  count: number;
}

/** A page of resources, and their number. */
export interface ScimList {
  total: number;
  startIndex: number;
  rows: ScimStored[];
}

const [usualCount, mostCount, mostCompared, batch, mostMembers] = [100, 500, 10_000, 100, 100_000];

/** Reads a list's parameters; out of range means nearest (RFC 7644). */
export function readScimQuery(query: Record<string, unknown>): ScimQuery {
  const number = (name: string, usual: number) => {
    const given = query[name];
    if (given === undefined || given === '') return usual;
    const value = Number(given);
    if (!Number.isSafeInteger(value)) throw badScim('invalidValue', `${name} must be a number.`);
    return value;
  };
  const filter = query['filter'];
  if (filter !== undefined && typeof filter !== 'string') throw badScim('invalidFilter', 'There may be one filter.');
  return {
    filter: filter?.trim() || null,
    startIndex: Math.max(1, number('startIndex', 1)),
    count: Math.min(mostCount, Math.max(0, number('count', usualCount))),
  };
}

/** `base` is the API's address. */
interface Listed {
  directoryId: number;
  kind: ScimKind;
  base: string;
  withMembers: boolean;
}

/** Lists resources in order of creation. */
export async function listScim(db: Db, place: Listed, { filter, startIndex, count }: ScimQuery): Promise<ScimList> {
  const whole = async (rows: ScimStored[]) => {
    if (!place.withMembers) return rows;
    await refuseManyMembers(db, rows);
    return withMembers(db, rows);
  };
  if (!filter) {
    const rows = count ? await pageOf(db, place, null, { from: startIndex - 1, most: count }) : [];
    return { total: await countOf(db, place), startIndex, rows: await whole(rows) };
  }
  const parsed = parseScimFilter(filter);
  const key = keyOf(parsed, place.kind);
  if (key === 'none') return { total: 0, startIndex, rows: [] };
  if (!key && (usesMembers(parsed) || (await countOf(db, place)) > mostCompared))
    throw badScim('tooMany', 'Filter by userName, displayName, externalId or id.');
  const page: ScimStored[] = [];
  let total = 0;
  for (let from = 0; ; from += batch) {
    const rows = await pageOf(db, place, key, { from, most: batch });
    const compared = usesMembers(parsed) ? await withMembers(db, rows) : rows;
    for (const [at, one] of compared.entries()) {
      if (!matchesScim(showScim(one, place.base), parsed)) continue;
      total++;
      // only the page stays in memory
      if (total >= startIndex && page.length < count) page.push(rows[at]!);
    }
    if (rows.length < batch) return { total, startIndex, rows: await whole(page) };
  }
}

/** Refuses groups with too many members for a response. */
async function refuseManyMembers(db: Db, rows: readonly ScimStored[]): Promise<void> {
  if (rows.length < 2 || rows[0]!.kind !== 'Group') return;
  const ids = rows.map(({ id }) => id);
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from scim_members where group_id = any(${ids}::uuid[]) limit ${mostMembers + 1}) m`.execute(db);
  if (counted[0]!.n > mostMembers) throw badScim('tooMany', 'Ask for fewer groups, or exclude their members.');
}

async function countOf(db: Db, { directoryId, kind }: Listed): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from scim_resources where directory_id = ${directoryId} and kind = ${kind}`.execute(db);
  return rows[0]!.n;
}

async function pageOf(
  db: Db,
  { directoryId, kind }: Listed,
  key: IndexKey | null,
  { from, most }: { from: number; most: number },
): Promise<ScimStored[]> {
  const own = db
    .selectFrom('scimResources')
    .selectAll()
    .where('directoryId', '=', directoryId)
    .where('kind', '=', kind);
  const members = (id: string) => db.selectFrom('scimMembers').select('groupId').where('memberId', '=', id);
  const chosen = !key
    ? own
    : key.column === 'member'
      ? own.where('id', 'in', members(key.value))
      : own.where(key.column, '=', key.value);
  const ordered = chosen.orderBy('insertedAt').orderBy('id').limit(most);
  return (await ordered.offset(Math.min(from, 2 ** 31)).execute()) as unknown as ScimStored[];
}

/** A condition that an index answers. */
interface IndexKey {
  column: 'id' | 'externalId' | 'nameKey' | 'member';
  value: string;
}

/** Returns an indexed condition for matches; `none`: nothing matches. */
function keyOf(filter: ScimFilter, kind: ScimKind): IndexKey | 'none' | null {
  if (filter.op === 'and') {
    for (const part of filter.parts) {
      const key = keyOf(part, kind);
      if (key) return key;
    }
    return null;
  }
  if (filter.op !== 'eq' || typeof filter.value !== 'string' || filter.path.schema !== null) return null;
  const { attribute } = filter.path;
  const value = filter.value.replaceAll('\0', ' ').toWellFormed();
  if (attribute === 'externalId') return { column: 'externalId', value };
  if (attribute === (kind === 'User' ? 'userName' : 'displayName'))
    return { column: 'nameKey', value: value.toLowerCase() };
  const column = attribute === 'id' ? 'id' : attribute === 'members' && kind === 'Group' ? 'member' : null;
  return column && (isScimId(value) ? { column, value } : 'none');
}

function usesMembers(filter: ScimFilter): boolean {
  if ('parts' in filter) return filter.parts.some(usesMembers);
  return filter.op === 'not' ? usesMembers(filter.part) : filter.path.attribute === 'members';
}
