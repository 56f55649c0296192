import { type RawBuilder, sql } from 'kysely';
import { addressKinds } from '#server/channels/registry.ts';
import type { Db } from '#server/platform/database/connect.ts';

/** SQL: a row of `people` has no usable address. */
export async function withoutAddress(db: Db): Promise<RawBuilder<boolean>> {
  const { rows } = await sql<{ type: string; settings: unknown }>`
    select t.identifier as type, c.settings from channels c join channel_types t on t.id = c.channel_type_id
    where c.is_active and t.is_active`.execute(db);
  const kinds = (which: typeof rows) => [
    ...new Set(which.flatMap(({ type, settings }) => addressKinds(type, settings))),
  ];
  const real = kinds(rows.filter(({ type }) => type !== 'exercise'));
  // the exercise mailbox's kinds without other channels
  const sentTo = real.length ? real : kinds(rows);
  return sql<boolean>`(
    not exists (
      select 1 from person_data d join person_data_types k on k.id = d.key_field_id
      where d.person_id = people.id and k.is_active and k.field_type = any(${sentTo}) and d.value_str <> '')
    and not exists (
      select 1 from devices v where v.person_id = people.id and v.ended_at is null and v.kind = any(${sentTo})))`;
}
