import { sql } from 'kysely';
import type { Prepared } from '#server/alerting/launch/prepare.ts';
import { recipientsOf } from '#server/alerting/recipients/resolution.ts';
import { inSlices } from '#server/alerting/recipients/slices.ts';
import { addressState, deviceWays } from '#server/alerting/recipients/way-states.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { deviceKinds } from '#shared/device-kinds.ts';

/** Recipients by what is known about the best of their ways. The message goes over all of them in any case. */
export interface ProvenPeople {
  confirmed: number;
  unconfirmed: number;
  /** Every way is a silent device or an address that bounced. */
  silent: number;
}

/** Counts the recipients of real messages by the best of their ways, in one statement; an exercise proves and needs nothing. */
export async function provenOf(db: Db, prepared: readonly Prepared[]): Promise<ProvenPeople> {
  const people: number[] = [];
  const addresses: string[] = [];
  for (const { message, resolution } of prepared) {
    if (!resolution || message.mode !== 'LIVE' || message.channelType === 'exercise') continue;
    for await (const slice of inSlices(recipientsOf(resolution))) {
      for (const { personId, norm } of slice) {
        people.push(personId);
        addresses.push(norm);
      }
    }
  }
  if (!people.length) return { confirmed: 0, unconfirmed: 0, silent: 0 };
  const devices = `^(${deviceKinds.join('|')}):`;
  const { rows } = await sql<ProvenPeople>`
    with chosen as materialized (
      select x.person_id, x.address from unnest(${people}::int[], ${addresses}::text[]) as x (person_id, address)),
    ways as (
      select x.person_id, ${addressState} as state
      from chosen x left join way_signs s on s.person_id = x.person_id and s.address = x.address
      where x.address !~ ${devices}
      union all
      select x.person_id, v.state from chosen x
      join (${deviceWays(sql`select person_id from chosen`)}) v on v.person_id = x.person_id and v.address = x.address
      where x.address ~ ${devices}),
    people as (
      select bool_or(state = 'confirmed') as confirmed, bool_or(state in ('confirmed', 'unconfirmed')) as alive
      from ways group by person_id)
    select count(*) filter (where confirmed)::int as confirmed, count(*) filter (where alive and not confirmed)::int as unconfirmed,
      count(*) filter (where not alive)::int as silent from people`.execute(db);
  return rows[0]!;
}
