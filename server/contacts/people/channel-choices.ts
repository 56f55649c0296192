import { sql } from 'kysely';
import { addressKinds } from '#server/channels/registry.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { isDeviceKind } from '#shared/device-kinds.ts';

/** A type of channel that may alarm a person. */
export interface ChannelChoice {
  id: number;
  identifier: string;
  name: string;
  nameEn: string | null;
}

interface Row extends ChannelChoice {
  settings: unknown;
  /** Its kinds of address among the contact data. */
  kept: string[];
}

/** Returns active channel types with addresses, by name. */
export async function loadChannelChoices(db: Db | Tx): Promise<ChannelChoice[]> {
  const { rows } = await sql<Row>`
    select t.id, t.identifier, t.name, t.name_en, c.settings,
      array(select distinct field_type from person_data_types where is_active) as kept
    from channels c join channel_types t on t.id = c.channel_type_id
    where c.is_active and t.is_active and t.identifier <> 'exercise' order by t.name collate "de-x-icu", c.id`.execute(
    db,
  );
  const reaching = rows.filter(({ identifier, settings, kept }) =>
    addressKinds(identifier, settings).some((kind) => isDeviceKind(kind) || kept.includes(kind)),
  );
  const types = new Map(
    reaching.map(({ id, identifier, name, nameEn }) => [identifier, { id, identifier, name, nameEn }]),
  );
  return [...types.values()];
}

/** Refuses an order with unknown or repeated channel types. */
export async function checkOrder(tx: Tx, order: readonly string[]): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from channel_types where identifier = any(${order}) and identifier <> 'exercise'`.execute(tx);
  if (rows[0]!.n !== order.length) throw new Refusal('error_invalid_input', { channelOrder: 'error_invalid_input' });
}
