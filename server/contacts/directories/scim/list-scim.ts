import { type RawBuilder, sql } from 'kysely';
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

const [usualCount, mostCount, mostCompared, batch] = [100, 500, 10_000, 100];

/** Reads the parameters of a list; numbers out of range become the nearest ones, as RFC 7644 demands. */
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

/** Lists resources of a directory in the order of their creation. `base` is the address of the API. */
export async function listScim(
  db: Db,
  place: { directoryId: number; kind: ScimKind; base: string; withMembers: boolean },
  { filter, startIndex, count }: ScimQuery,
): Promise<ScimList> {
  const { directoryId, kind } = place;
  const own = sql`directory_id = ${directoryId} and kind = ${kind}`;
  if (!filter) {
    const total = await countOf(db, own);
    const rows = count ? await pageOf(db, own, startIndex - 1, count) : [];
    return { total, startIndex, rows: place.withMembers ? await withMembers(db, rows) : rows };
  }
  const parsed = parseScimFilter(filter);
  const key = keyOf(parsed, kind);
  const where = key ? sql`${own} and ${key}` : own;
  if (!key && (usesMembers(parsed) || (await countOf(db, own)) > mostCompared))
    throw badScim('tooMany', 'Filter by userName, displayName, externalId or id.');
  const page: ScimStored[] = [];
  let total = 0;
  for (let from = 0; ; from += batch) {
    const rows = await pageOf(db, where, from, batch);
    const whole = usesMembers(parsed) ? await withMembers(db, rows) : rows;
    for (const [at, one] of whole.entries()) {
      if (!matchesScim(showScim(one, place.base), parsed)) continue;
      total++;
      // only the page is kept in memory
      if (total >= startIndex && page.length < count) page.push(rows[at]!);
    }
    if (rows.length < batch) break;
  }
  return { total, startIndex, rows: place.withMembers ? await withMembers(db, page) : page };
}

async function countOf(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from scim_resources where ${where}`.execute(db);
  return rows[0]!.n;
}

async function pageOf(db: Db, where: RawBuilder<unknown>, from: number, most: number): Promise<ScimStored[]> {
  const { rows } = await sql<ScimStored>`
    select * from scim_resources where ${where} order by inserted_at, id limit ${most} offset ${Math.min(from, 2 ** 31)}`.execute(
    db,
  );
  return rows;
}

/** Returns a condition that an index answers and that every match of the filter meets. */
function keyOf(filter: ScimFilter, kind: ScimKind): RawBuilder<unknown> | null {
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
  if (attribute === 'id') return isScimId(value) ? sql`id = ${value}::uuid` : sql`false`;
  if (attribute === 'externalId') return sql`external_id = ${value}`;
  if (attribute === (kind === 'User' ? 'userName' : 'displayName')) return sql`name_key = ${value.toLowerCase()}`;
  if (attribute !== 'members' || kind !== 'Group') return null;
  if (!isScimId(value)) return sql`false`;
  return sql`id in (select group_id from scim_members where member_id = ${value}::uuid)`;
}

function usesMembers(filter: ScimFilter): boolean {
  if (filter.op === 'and' || filter.op === 'or') return filter.parts.some(usesMembers);
  return filter.op === 'not' ? usesMembers(filter.part) : filter.path.attribute === 'members';
}
