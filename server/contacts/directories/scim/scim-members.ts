import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import type { ScimOperation } from './patch-scim.ts';
import { badScim } from './scim-error.ts';
import type { ScimFilter } from './scim-filter.ts';
import type { ScimKind } from './scim-schemas.ts';
import { isScimId, isScimObject, ownValue } from './scim-values.ts';

/** A change of a group's members; `ids` null: all. */
export interface MemberChange {
  op: 'add' | 'replace' | 'remove';
  ids: string[] | null;
}

const mostMembers = 100_000;

/** Reads operations on members, in their order. */
export function memberChangesOf(operations: readonly ScimOperation[]): MemberChange[] {
  let count = 0;
  return operations.map(({ op, path, value }): MemberChange => {
    const { filter, sub } = path!;
    if (sub && sub !== 'value') throw badScim('mutability', 'Only the value of a member can be set.');
    const ids = filter ? idsIn(filter) : value === undefined || value === null ? null : idsOf(value);
    count += ids?.length ?? 0;
    if (count > mostMembers) throw badScim('tooMany', 'There are too many members in one request.');
    if (op !== 'remove' && filter) throw badScim('invalidPath', 'Members are added by their value.');
    return { op, ids: ids ?? (op === 'remove' ? null : []) };
  });
}

const idsOf = (value: unknown): string[] =>
  [value].flat().map((one: unknown) => {
    const id = isScimObject(one) ? ownValue(one, 'value') : one;
    if (typeof id !== 'string' || !isScimId(id)) throw badScim('invalidValue', 'A member has no valid value.');
    return id.toLowerCase();
  });

/** The members of `members[value eq "…"]`, or of several such comparisons. */
function idsIn(filter: ScimFilter): string[] {
  if (filter.op === 'or') return filter.parts.flatMap(idsIn);
  if (filter.op !== 'eq' || filter.path.attribute !== 'value' || typeof filter.value !== 'string')
    throw badScim('invalidPath', 'Members are chosen by their value.');
  return isScimId(filter.value) ? [filter.value.toLowerCase()] : [];
}

/** Changes a group's members; returns whether any changed. Refuses unknown ones. */
export async function changeMembers(
  tx: Tx,
  { directoryId, id }: { directoryId: number; id: string },
  changes: readonly MemberChange[],
): Promise<boolean> {
  if (!changes.length) return false;
  const before = new Set(await idsOfMembers(tx, id));
  const wanted = new Set(before);
  for (const { op, ids } of changes) {
    if (op === 'replace' || ids === null) wanted.clear();
    for (const one of ids ?? []) {
      if (op === 'remove') wanted.delete(one);
      else wanted.add(one);
    }
  }
  const [added, removed] = [
    [...wanted].filter((one) => !before.has(one)),
    [...before].filter((one) => !wanted.has(one)),
  ];
  if (added.length) await addMembers(tx, { directoryId, id }, added);
  if (removed.length)
    await sql`delete from scim_members where group_id = ${id} and member_id = any(${removed}::uuid[])`.execute(tx);
  return added.length + removed.length > 0;
}

async function addMembers(
  tx: Tx,
  { directoryId, id }: { directoryId: number; id: string },
  added: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ memberId: string }>`
    insert into scim_members (group_id, member_id)
    select ${id}, r.id from scim_resources r
    where r.directory_id = ${directoryId} and r.id = any(${added}::uuid[]) and r.id <> ${id}
    on conflict do nothing returning member_id`.execute(tx);
  if (rows.length < added.length) throw badScim('invalidValue', 'A member is unknown.');
}

async function idsOfMembers(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ memberId: string }>`
    select member_id from scim_members where group_id = ${id} order by member_id`.execute(tx);
  return rows.map(({ memberId }) => memberId);
}

/** Loads the members of groups with their kinds. */
export async function loadScimMembers(
  db: Db | Tx,
  groups: readonly string[],
): Promise<Map<string, { id: string; kind: ScimKind }[]>> {
  const { rows } = await sql<{ groupId: string; id: string; kind: ScimKind }>`
    select m.group_id, r.id, r.kind from scim_members m join scim_resources r on r.id = m.member_id
    where m.group_id = any(${groups}::uuid[]) order by m.group_id, r.id`.execute(db);
  return Map.groupBy(rows, ({ groupId }) => groupId) as Map<string, { id: string; kind: ScimKind }[]>;
}
