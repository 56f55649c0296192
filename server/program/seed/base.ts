import { sql } from 'kysely';
import * as data from '#server/administration/base-data/base-data.ts';
import { type IconWish, insertIcons } from '#server/administration/base-data/icons.ts';
import { personDataTypes } from '#server/administration/base-data/person-data-types.ts';
import { groupTypes, listTypes, snippetTypes } from '#server/administration/base-data/type-data.ts';
import { seedSystemMails } from '#server/channels/system-mails/seed.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { type Setting, settings } from '#shared/settings.ts';

/** Adds required rows; changed ones stay. `serverType`: of a new installation. */
export async function seedBase(tx: Tx, serverType: 'production' | 'test'): Promise<void> {
  await addMissing(tx, 'eventStatuses', data.statuses);
  await addMissing(tx, 'reportTypes', data.reportTypes);
  await addMissing(tx, 'channelTypes', data.channelTypes, { whiteIcon: 'secondaryIconId' });
  await addMissing(tx, 'groupTypes', groupTypes);
  await addMissing(tx, 'listTypes', listTypes);
  await addMissing(tx, 'snippetTypes', snippetTypes);
  await addMissing(tx, 'sideMenus', await missingMenus(tx));
  await seedSystemMails(tx);
  await seedPersonDataTypes(tx);
  await tx
    .insertInto('systemSettings')
    .values(initialSettings(serverType))
    .onConflict((c) => c.column('valueKey').doNothing())
    .execute();
  await seedChannels(tx);
  await seedGeneralAlarm(tx);
}

/** Returns the entries that exist under no number, because an administrator may have reordered them. */
async function missingMenus(tx: Tx): Promise<typeof data.sideMenus> {
  const nameOf = (identifier: string) => identifier.replace(/^\d+_/, '');
  const present = await tx.selectFrom('sideMenus').select('identifier').execute();
  const names = present.map(({ identifier }) => nameOf(identifier));
  return data.sideMenus.filter(({ identifier }) => !names.includes(nameOf(identifier)));
}

const initialSettings = (serverType: string) =>
  Object.entries<Setting>(settings).map(([valueKey, one]) => ({
    valueKey,
    valueStr: valueKey === 'server_type' ? serverType : (one.default ?? null),
  }));

type Table =
  | 'channelTypes'
  | 'eventStatuses'
  | 'groupTypes'
  | 'listTypes'
  | 'reportTypes'
  | 'sideMenus'
  | 'snippetTypes';

type Wanted = { identifier: string; icon?: IconWish; whiteIcon?: IconWish };

async function addMissing(
  tx: Tx,
  table: Table,
  rows: readonly Wanted[],
  { whiteIcon: whiteColumn = 'whiteIconId' } = {},
): Promise<void> {
  if (!rows.length) return;
  const identifiers = rows.map(({ identifier }) => identifier);
  const known = await tx.selectFrom(table).select('identifier').where('identifier', 'in', identifiers).execute();
  const missing = rows.filter(({ identifier }) => !known.some((row) => row.identifier === identifier));
  if (!missing.length) return;
  const wishes = missing.flatMap(({ icon, whiteIcon }) => [icon, whiteIcon].filter((wish) => wish !== undefined));
  const ids = await insertIcons(tx, wishes);
  const idOf = (wish: IconWish) => ids[wishes.indexOf(wish)]!;
  const values = missing.map(({ icon, whiteIcon, ...row }) => ({
    ...row,
    ...(icon ? { iconId: idOf(icon) } : {}),
    ...(whiteIcon ? { [whiteColumn]: idOf(whiteIcon) } : {}),
  }));
  await tx.insertInto(table).values(values).execute();
}

/** Uses fixed ids. An administrator's own types get later numbers. */
async function seedPersonDataTypes(tx: Tx): Promise<void> {
  const added = await tx
    .insertInto('personDataTypes')
    .values(personDataTypes)
    .onConflict((c) => c.doNothing())
    .returning('id')
    .execute();
  if (!added.length) return;
  await sql`
    select setval(pg_get_serial_sequence('person_data_types', 'id'), (select max(id) from person_data_types))`.execute(
    tx,
  );
}

async function seedChannels(tx: Tx): Promise<void> {
  for (const { type, ...channel } of data.channels) {
    await sql`
      insert into channels (identifier, name, name_en, description, description_en, channel_type_id, is_active)
      select ${channel.identifier}, ${channel.name}, ${channel.nameEn}, ${channel.description}, ${channel.descriptionEn},
        id, ${channel.isActive}
      from channel_types where identifier = ${type}
      on conflict (identifier) do nothing`.execute(tx);
  }
}

/** Adds the event type with its text. */
async function seedGeneralAlarm(tx: Tx): Promise<void> {
  const { type, icon, text } = data.generalAlarm;
  const known = await tx
    .selectFrom('eventTypes')
    .select('id')
    .where('identifier', '=', type.identifier)
    .executeTakeFirst();
  if (known) return;
  const [iconId] = await insertIcons(tx, [icon]);
  await sql`
    with kind as (
      insert into event_types (identifier, name, name_en, description, description_en, icon_id)
      values (${type.identifier}, ${type.name}, ${type.nameEn}, ${type.description}, ${type.descriptionEn}, ${iconId})
      returning id),
    snippet as (
      insert into snippets (name, name_en, content, content_en, snippet_type_id)
      select ${text.name}, ${text.nameEn}, ${text.content}, ${text.contentEn}, id
      from snippet_types where identifier = 'activation' returning id)
    insert into report_event_snippets (name, name_en, snippet_id, event_type_id, report_type_id)
    select ${text.name}, ${text.nameEn}, snippet.id, kind.id, t.id from kind, snippet, report_types t where t.identifier = 'activation'`.execute(
    tx,
  );
}
