import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { limits } from '#shared/limits.ts';
import { patchScim, type ScimOperation, singleOperations } from './patch-scim.ts';
import { readScimResource } from './read-scim.ts';
import { ScimError } from './scim-error.ts';
import { changeMembers, loadScimMembers, type MemberChange, memberChangesOf } from './scim-members.ts';
import type { ScimKind } from './scim-schemas.ts';
import { isScimId, type ScimObject } from './scim-values.ts';

/** A stored resource; `members` only where they were loaded. */
export type ScimStored = Omit<Row<'scimResources'>, 'kind' | 'resource'> & {
  kind: ScimKind;
  resource: ScimObject;
  members?: { id: string; kind: ScimKind }[];
};

/** The place of a resource. */
export interface ScimPlace {
  directoryId: number;
  kind: ScimKind;
  id: string;
}

const notFound = () => new ScimError(404, undefined, 'There is no such resource.');

/** Returns a resource of the client's own directory; refuses any other. */
export async function findScim(db: Db | Tx, { directoryId, kind, id }: ScimPlace): Promise<ScimStored> {
  if (!isScimId(id)) throw notFound();
  const row = await db
    .selectFrom('scimResources')
    .selectAll()
    .where('id', '=', id)
    .where('directoryId', '=', directoryId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row as unknown as ScimStored;
}

/** Creates a resource. */
export function createScim(db: Db, directoryId: number, kind: ScimKind, body: unknown): Promise<ScimStored> {
  const { resource, members } = split(readScimResource(kind, body));
  return changing(db, directoryId, async (tx) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from scim_resources where directory_id = ${directoryId}`.execute(tx);
    if (rows[0]!.n >= limits.csvRows) throw new ScimError(403, undefined, 'The directory is full.');
    const id = randomUUID();
    await refuseTakenName(tx, { directoryId, kind, id }, resource);
    await tx
      .insertInto('scimResources')
      .values({ id, directoryId, kind, ...keysOf(kind, resource), resource: JSON.stringify(resource) })
      .execute();
    await changeMembers(tx, { directoryId, id }, members);
    await wakeScim(tx, directoryId);
    return findScim(tx, { directoryId, kind, id });
  });
}

export function replaceScim(db: Db, place: ScimPlace, body: unknown, version: number | null): Promise<ScimStored> {
  const { resource, members } = split(readScimResource(place.kind, body));
  return changing(db, place.directoryId, async (tx) => {
    const before = await holdScim(tx, place, version);
    return store(tx, before, resource, [{ op: 'replace', ids: [] }, ...members]);
  });
}

/** Applies all operations, or none. */
export function applyScimPatch(
  db: Db,
  place: ScimPlace,
  operations: readonly ScimOperation[],
  version: number | null,
): Promise<ScimStored> {
  const single = operations.flatMap(singleOperations);
  const isOfMembers = ({ path }: ScimOperation) => path!.schema === null && path!.attribute === 'members';
  const members = place.kind === 'Group' ? memberChangesOf(single.filter(isOfMembers)) : [];
  return changing(db, place.directoryId, async (tx) => {
    const before = await holdScim(tx, place, version);
    const resource = structuredClone(before.resource);
    patchScim(
      resource,
      single.filter((one) => !isOfMembers(one)),
    );
    return store(tx, before, readScimResource(place.kind, resource), members);
  });
}

/** Removes a resource. The next run switches its person off. */
export function removeScim(db: Db, place: ScimPlace, version: number | null): Promise<void> {
  return changing(db, place.directoryId, async (tx) => {
    await holdScim(tx, place, version);
    await tx.deleteFrom('scimResources').where('id', '=', place.id).execute();
    await wakeScim(tx, place.directoryId);
  });
}

/** Changes resources in one transaction, in sequence. */
function changing<T>(db: Db, directoryId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from directories where id = ${directoryId} and kind = 'scim' for no key update`.execute(tx);
    if (!rows.length) throw notFound();
    return work(tx);
  });
}

/** Locks a resource against the erasing of its person. */
async function holdScim(tx: Tx, place: ScimPlace, version: number | null): Promise<ScimStored> {
  if (isScimId(place.id)) await sql`select 1 from scim_resources where id = ${place.id} for update`.execute(tx);
  const before = await findScim(tx, place);
  if (version !== null && version !== before.version)
    throw new ScimError(412, undefined, 'The resource was changed in the meantime.');
  return before;
}

/** Schedules a run soon. Without a schedule, the time marks the beginning of the waiting. */
export const wakeScim = (tx: Tx, directoryId: number) =>
  sql`
    update directories set due_at = least(due_at, now() + interval '10 seconds')
    where id = ${directoryId} and kind = 'scim'`.execute(tx);

function split(resource: ScimObject): { resource: ScimObject; members: MemberChange[] } {
  const { members, ...rest } = resource;
  const whole = { schema: null, attribute: 'members', filter: null, sub: null };
  return {
    resource: rest,
    members: members === undefined ? [] : memberChangesOf([{ op: 'add', path: whole, value: members }]),
  };
}

async function store(
  tx: Tx,
  before: ScimStored,
  wanted: ScimObject,
  members: readonly MemberChange[],
): Promise<ScimStored> {
  const { id, kind, isErased, directoryId } = before;
  const place = { id, kind, directoryId };
  const resource = isErased ? keptAfterErasure(wanted) : wanted;
  await refuseTakenName(tx, place, resource);
  const isOther = await changeMembers(tx, place, members);
  const { numAffectedRows } = await sql`
    update scim_resources set resource = ${JSON.stringify(resource)}::jsonb, version = version + 1, updated_at = now(),
      name_key = ${keysOf(kind, resource).nameKey}, external_id = ${keysOf(kind, resource).externalId}
    where id = ${id} and (${isOther} or resource <> ${JSON.stringify(resource)}::jsonb)`.execute(tx);
  // clients also repeat what they sent before
  if (numAffectedRows) await wakeScim(tx, directoryId);
  return findScim(tx, place);
}

/** The parts by which a client recognizes an erased person. */
export const keptAfterErasure = ({ userName, externalId }: ScimObject): ScimObject => ({
  userName,
  ...(externalId === undefined ? {} : { externalId }),
  active: false,
});

const keysOf = (kind: ScimKind, { userName, displayName, externalId }: ScimObject) => ({
  nameKey: String(kind === 'User' ? userName : displayName).toLowerCase(),
  externalId: externalId === undefined ? null : String(externalId),
});

async function refuseTakenName(tx: Tx, { directoryId, kind, id }: ScimPlace, resource: ScimObject): Promise<void> {
  if (kind !== 'User') return;
  const taken = tx.selectFrom('scimResources').select('id').where('directoryId', '=', directoryId);
  const own = taken.where('kind', '=', kind).where('nameKey', '=', keysOf(kind, resource).nameKey);
  const other = await own.where('id', '<>', id).executeTakeFirst();
  if (other) throw new ScimError(409, 'uniqueness', 'Another user has this userName.');
}

/** Loads the members of groups. */
export async function withMembers(db: Db | Tx, stored: readonly ScimStored[]): Promise<ScimStored[]> {
  const groups = stored.filter(({ kind }) => kind === 'Group');
  if (!groups.length) return [...stored];
  const members = await loadScimMembers(
    db,
    groups.map(({ id }) => id),
  );
  return stored.map((one) => (one.kind === 'Group' ? { ...one, members: members.get(one.id) ?? [] } : one));
}

/** Ends the waiting after a run, unless the client changed something since. */
export const settleScim = (db: Db, directoryId: number) =>
  sql`
    update directories set due_at = null
    where id = ${directoryId} and kind = 'scim' and due_at > now() + interval '30 minutes'`.execute(db);

/** Removes an erased person's data from the resource. */
export const forgetScim = (tx: Tx, personId: number) =>
  sql`
    update scim_resources r set is_erased = true, version = version + 1, updated_at = now(),
      resource = jsonb_strip_nulls(jsonb_build_object('userName', resource -> 'userName',
        'externalId', resource -> 'externalId', 'active', false))
    from directory_people l
    where l.person_id = ${personId} and r.directory_id = l.directory_id and r.id::text = l.entry_id`.execute(tx);
