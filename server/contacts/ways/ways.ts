import { type RawBuilder, sql } from 'kysely';
import { addressState, deviceWays } from '#server/alerting/recipients/way-states.ts';
import { addressKinds } from '#server/channels/registry.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';

/** Different kinds of confirmed ways for a crisis team member. */
export const waysNeeded = 2;

/** A channel that is switched on and addresses people. */
export interface ChannelToPeople {
  id: number;
  type: string;
  kinds: readonly string[];
}

/** Returns real channels by id. */
export async function channelsToPeople(db: Db | Tx): Promise<ChannelToPeople[]> {
  const { rows } = await sql<{ id: number; type: string; settings: unknown }>`
    select c.id, t.identifier as type, c.settings from channels c join channel_types t on t.id = c.channel_type_id
    where c.is_active and t.is_active and t.identifier <> 'exercise' order by c.id`.execute(db);
  return rows.map(({ id, type, settings }) => ({ id, type, kinds: addressKinds(type, settings) }));
}

/** Returns the kinds of address that these channels reach. */
export const kindsOfChannels = (channels: readonly ChannelToPeople[]): string[] => [
  ...new Set(channels.flatMap(({ kinds }) => kinds)),
];

/**
 * SQL: ways over kinds of address, as `person_id`, `kind`, `address`, `place`, `value`, `is_private`, `state`,
 * `confirmed_at`, `failed_at`. A phone's two numbers are one kind.
 */
export const contactWaysOf = (people: RawBuilder<unknown>, kinds: readonly string[]): RawBuilder<unknown> => sql`
  select d.person_id, t.field_type as kind, lower(d.value_str) as address, t.sort_order as place, d.value_str as value,
    t.is_private, ${addressState} as state, s.confirmed_at, s.failed_at
  from person_data d join person_data_types t on t.id = d.key_field_id and t.is_active
  left join way_signs s on s.person_id = d.person_id and s.address = lower(d.value_str)
  where d.person_id in (${people}) and t.field_type = any(${kinds}::text[]) and d.value_str ~ '\\S'
  union all
  select v.person_id, v.kind, v.address, 0, null, false, v.state, v.confirmed_at, null
  from (${deviceWays(people)}) v where v.kind = any(${kinds}::text[])`;

/** SQL: confirmed kinds by person, as `person_id`, `kinds`. A number of two kinds counts once. */
export const confirmedKindsOf = (ways: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select person_id, count(distinct kind)::int as kinds from (
    select distinct on (w.person_id, w.address) w.person_id, w.kind from ${ways} w
    where w.state = 'confirmed' order by w.person_id, w.address, w.kind desc) x group by person_id`;

export const activeCrisisTeam: RawBuilder<unknown> = sql`select id from people where is_crisis and is_active and erased_at is null`;
