import { type RawBuilder, sql } from 'kysely';

/** Days without a sign of life after which a device is silent. */
export const silentAfterDays = 30;

/**
 * `unconfirmed`: without proof. `failed`: bounced, without a later sign. `silent`: a device without a sign for a month,
 * or rejected.
 */
export type WayState = 'confirmed' | 'unconfirmed' | 'silent' | 'failed';

/** SQL: an address's state with its row `s` of `way_signs`, if any. */
export const addressState: RawBuilder<WayState> = sql`case
  when s.failed_at > coalesce(s.confirmed_at, '-infinity') then 'failed'
  when s.confirmed_at is not null then 'confirmed' else 'unconfirmed' end`;

const recently = sql`clock_timestamp() - make_interval(days => ${sql.lit(silentAfterDays)})`;

/**
 * SQL: people's devices by kind, as `person_id`, `kind`, `address`, `state`, `confirmed_at`. Devices of a kind are one
 * way.
 */
export const deviceWays = (people: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select v.person_id, v.kind, v.kind || ':' || v.person_id as address,
    case when bool_or(v.refused_at is null
        and (v.last_used_at > ${recently} or s.confirmed_at > greatest(${recently}, v.inserted_at))) then 'confirmed'
      when bool_or(v.refused_at is null and v.inserted_at > ${recently}) then 'unconfirmed' else 'silent' end as state,
    greatest(max(v.last_used_at), max(s.confirmed_at)) as confirmed_at
  from devices v left join way_signs s on s.person_id = v.person_id and s.address = v.kind || ':' || v.person_id
  where v.person_id in (${people}) and v.ended_at is null group by v.person_id, v.kind`;
