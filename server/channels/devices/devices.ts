import { timingSafeEqual } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { type Secrets, seal, unseal } from '#server/platform/secrets.ts';
import type { DeviceKind } from '#shared/device-kinds.ts';

/** The owner of devices: a person or a user. */
export type Owner = { personId: number } | { userId: number };

export interface Device {
  id: number;
  name: string;
  insertedAt: Date;
  /** The last displayed notification. */
  lastUsedAt: Date | null;
  /** Belongs to a person in the contacts. */
  getsAlarms: boolean;
  isRefused: boolean;
}

export interface OpenDevice {
  id: number;
  address: string;
  keys: Record<string, string>;
  isRefused: boolean;
}

interface NewDevice {
  kind: DeviceKind;
  address: string;
  keys: Record<string, string>;
  name: string;
}

type Parts = { db: Db | Tx; secrets: Pick<Secrets, 'store'> };

// bound to the address, so that a copied row is useless
const sealedFor = (kind: string, address: string) => `devices/${kind}/${address}`;

/**
 * Stores a device. A user's device also belongs to the only person with the user's e-mail address. A repeated device
 * moves to its latest owner.
 */
export async function addDevice(
  { db, secrets }: Parts,
  owner: Owner,
  { kind, address, keys, name }: NewDevice,
): Promise<number> {
  const sealed = seal(secrets.store, sealedFor(kind, address), keys);
  const userId = 'userId' in owner ? owner.userId : null;
  const personId = 'personId' in owner ? sql`${owner.personId}::int` : personOfUser(sql`${owner.userId}`);
  const { rows } = await sql<{ id: number }>`
    insert into devices (person_id, user_id, kind, address, keys, name)
    values (${personId}, ${userId}, ${kind}, ${address}, ${sealed}, ${name})
    on conflict (kind, address) do update set keys = excluded.keys, name = excluded.name, ended_at = null, is_gone = false,
      refused_at = null, person_id = coalesce(excluded.person_id, devices.person_id),
      user_id = case when excluded.user_id is not null then excluded.user_id
        when devices.person_id is not distinct from excluded.person_id then devices.user_id end
    returning id`.execute(db);
  return rows[0]!.id;
}

/** SQL: the only person with a user's e-mail address, or null. */
export const personOfUser = (userId: RawBuilder<unknown>): RawBuilder<number | null> => sql`(
  select min(d.person_id) from users u
  join person_data d on lower(d.value_str) = lower(u.email)
  join person_data_types t on t.id = d.key_field_id and t.field_type = 'email'
  join people p on p.id = d.person_id and p.is_active and p.erased_at is null
  where u.id = ${userId} having count(distinct d.person_id) = 1)`;

// more than anyone has
const most = 20;

/** Locks the owner and refuses devices above the limit, except existing ones. */
export async function refuseTooManyDevices(db: Tx, owner: Owner, address: string): Promise<void> {
  const held = 'personId' in owner ? sql`people where id = ${owner.personId}` : sql`users where id = ${owner.userId}`;
  await sql`select 1 from ${held} for no key update`.execute(db);
  const { rows } = await sql`
    select 1 from devices where ${ownedBy(owner)} and ended_at is null and address <> ${address} limit ${most}`.execute(
    db,
  );
  if (rows.length >= most) throw new Refusal('error_too_many', undefined, { most });
}

const ownedBy = (owner: Owner) =>
  'personId' in owner ? sql<boolean>`person_id = ${owner.personId}` : sql<boolean>`user_id = ${owner.userId}`;

export async function listDevices(db: Db | Tx, owner: Owner): Promise<Device[]> {
  const { rows } = await sql<Device>`
    select id, name, inserted_at, last_used_at, person_id is not null as gets_alarms,
      refused_at is not null as is_refused
    from devices where ${ownedBy(owner)} and ended_at is null order by id`.execute(db);
  return rows;
}

/** Ends one of the owner's devices; returns false for others. */
export async function endPushDevice(db: Db | Tx, owner: Owner, id: number): Promise<boolean> {
  const { rows } = await sql`
    update devices set ended_at = clock_timestamp() where id = ${id} and ${ownedBy(owner)} and ended_at is null
    returning id`.execute(db);
  return rows.length > 0;
}

/** Returns a message's reference to one or all devices of a user. */
export const deviceReference = (of: { device: number } | { userId: number }): string =>
  'device' in of ? `device:${of.device}` : `user:${of.userId}`;

/** Returns a message's devices, by person or address. */
export async function openDevices(
  { db, secrets }: Parts,
  kind: DeviceKind,
  { personId, to }: { personId: number | null; to: string },
): Promise<OpenDevice[]> {
  const [, what, id] = /^(device|user):(\d{1,9})$/.exec(to) ?? [];
  const number = Number(id ?? 0);
  const whose =
    personId === null
      ? what === 'user'
        ? sql`user_id = ${number}`
        : sql`id = ${number}`
      : sql`person_id = ${personId}`;
  const { rows } = await sql<Omit<OpenDevice, 'keys'> & { keys: Buffer }>`
    select id, address, keys, refused_at is not null as is_refused
    from devices where kind = ${kind} and ended_at is null and ${whose} order by id`.execute(db);
  return rows.map(({ keys, ...device }) => {
    try {
      return { ...device, keys: unseal<Record<string, string>>(secrets.store, sealedFor(kind, device.address), keys) };
    } catch {
      return { ...device, keys: {} }; // unreadable; the other devices get the message
    }
  });
}

/** Ends devices that push services report as gone. */
export async function devicesGone(db: Db, ids: readonly number[]): Promise<void> {
  if (!ids.length) return;
  await sql`
    update devices set ended_at = clock_timestamp(), is_gone = true where id = any(${ids}) and ended_at is null`.execute(
    db,
  );
}

/** Records whether push services reject devices. They stay, because the cause may be temporary. */
export async function devicesRefused(db: Db, ids: readonly number[], isRefused: boolean): Promise<void> {
  if (!ids.length) return;
  await sql`
    update devices set refused_at = case when ${isRefused} then coalesce(refused_at, clock_timestamp()) end
    where id = any(${ids}) and ended_at is null`.execute(db);
}

/** A former address, whose values only the browser has. */
export interface FormerAddress {
  address: string;
  auth: string;
}

/** Moves a device to its browser's new address. Returns false if the former one is invalid. Idempotent. */
export async function moveDevice(
  { db, secrets }: Parts,
  former: FormerAddress,
  { kind, address, keys }: Omit<NewDevice, 'name'>,
): Promise<boolean> {
  const { rows } = await sql<{ id: number; address: string; keys: Buffer; ended: boolean }>`
    select id, address, keys, ended_at is not null and not is_gone as ended from devices
    where kind = ${kind} and address in (${former.address}, ${address}) order by id for update`.execute(db);
  const holds = (at: string, auth: string | undefined) =>
    rows.find(
      (row) =>
        row.address === at &&
        !row.ended &&
        sameText(unseal<Record<string, string>>(secrets.store, sealedFor(kind, at), row.keys)['auth'], auth),
    );
  const [old, known] = [holds(former.address, former.auth), holds(address, keys['auth'])];
  if (known && old) await sql`update devices set ended_at = clock_timestamp() where id = ${old.id}`.execute(db);
  if (known) return true;
  if (!old || rows.some((row) => row.address === address)) return false;
  const sealed = seal(secrets.store, sealedFor(kind, address), keys);
  await sql`
    update devices set address = ${address}, keys = ${sealed}, ended_at = null, is_gone = false, refused_at = null
    where id = ${old.id}`.execute(db);
  return true;
}

const sameText = (one = '', other = ''): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length > 0 && a.length === b.length && timingSafeEqual(a, b);
};

export async function deviceUsed(db: Db, id: number): Promise<void> {
  await sql`update devices set last_used_at = clock_timestamp() where id = ${id}`.execute(db);
}
