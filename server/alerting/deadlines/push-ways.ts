import { sql } from 'kysely';
import { deviceReference, listDevices, type Owner } from '#server/channels/devices/devices.ts';
import { addressKinds } from '#server/channels/registry.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { isDeviceKind } from '#shared/device-kinds.ts';

/** The push channel with the references of devices. */
export interface PushWay {
  channel: number;
  to: string;
}

/** Returns the usable devices of a user or person. */
export async function pushWaysTo(db: Db | Tx, owner: Owner): Promise<PushWay[]> {
  const channel = await pushChannel(db);
  if (channel === null) return [];
  const devices = await listDevices(db, owner);
  return devices
    .filter(({ isRefused }) => !isRefused)
    .map(({ id }) => ({ channel, to: deviceReference({ device: id }) }));
}

async function pushChannel(db: Db | Tx): Promise<number | null> {
  const { rows } = await sql<{ id: number; type: string; settings: unknown }>`
    select c.id, t.identifier as type, c.settings from channels c
    join channel_types t on t.id = c.channel_type_id and t.is_active and t.identifier = 'webpush'
    where c.is_active order by c.id`.execute(db);
  return rows.find(({ type, settings }) => addressKinds(type, settings).some(isDeviceKind))?.id ?? null;
}
