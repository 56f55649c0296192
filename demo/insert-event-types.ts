import { generalAlarm } from '#server/administration/base-data/base-data.ts';
import { insertIcons } from '#server/administration/base-data/icons.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { situationReportTemplate } from '#shared/default-situation-report-template.ts';
import { content } from './content.ts';
import type { Lists } from './insert-lists.ts';

const { eventTypes, locations, snippets } = content;

/** Ids by name (locations) and by identifier (event types). */
export interface EventTypes {
  locations: ReadonlyMap<string, number>;
  types: ReadonlyMap<string, number>;
}

/** Adds locations, event types with their lists, and the snippets proposed for them. */
export async function insertEventTypes(tx: Tx, lists: Lists): Promise<EventTypes> {
  const places = await tx.insertInto('locations').values(locations).returning(['id', 'name']).execute();
  const locationIds = new Map(places.map(({ id, name }) => [name, id]));
  const icons = await insertIcons(
    tx,
    eventTypes.map(({ icon }) => ({ drawing: icon, colour: 'red' })),
  );
  const template = JSON.stringify(situationReportTemplate);
  const rows = await tx
    .insertInto('eventTypes')
    .values(
      eventTypes.map(({ identifier, name, nameEn, description, descriptionEn, location }, at) => ({
        identifier,
        name,
        nameEn,
        description,
        descriptionEn,
        iconId: icons[at]!,
        locationId: locationIds.get(location)!,
        situationReportTemplate: template,
      })),
    )
    .returning(['id', 'identifier'])
    .execute();
  const types = new Map(rows.map(({ id, identifier }) => [identifier, id]));
  const general = { identifier: generalAlarm.type.identifier, lists: ['Krisenstab'] };
  const { id } = await tx
    .selectFrom('eventTypes')
    .select('id')
    .where('identifier', '=', general.identifier)
    .executeTakeFirstOrThrow();
  types.set(general.identifier, id);
  const calledIn = [...eventTypes, general].flatMap((type) =>
    type.lists.map((list, sortOrder) => ({
      eventTypeId: types.get(type.identifier)!,
      mailingListId: lists.get(list)!.id,
      sortOrder,
    })),
  );
  await tx.insertInto('eventTypeMailingLists').values(calledIn).execute();
  await insertChecklists(tx, types);
  await insertSnippets(tx, types);
  return { locations: locationIds, types };
}

async function insertChecklists(tx: Tx, types: ReadonlyMap<string, number>): Promise<void> {
  const groups = await tx.selectFrom('groups').select(['id', 'name']).execute();
  const items = eventTypes.flatMap(({ identifier, checklist }) =>
    checklist.map(({ text, group, dueMinutes }, sortOrder) => ({
      eventTypeId: types.get(identifier)!,
      name: text,
      groupId: groups.find(({ name }) => name === group)?.id ?? null,
      dueMinutes: dueMinutes ?? null,
      sortOrder,
    })),
  );
  await tx.insertInto('checklistItems').values(items).execute();
}

async function insertSnippets(tx: Tx, types: ReadonlyMap<string, number>): Promise<void> {
  const snippetTypes = await tx.selectFrom('snippetTypes').select(['id', 'identifier']).execute();
  const reportTypes = await tx.selectFrom('reportTypes').select(['id', 'identifier']).execute();
  const inserted = await tx
    .insertInto('snippets')
    .values(
      snippets.map(({ name, nameEn, type, content, contentEn, readOnly }) => ({
        name,
        nameEn,
        content,
        contentEn,
        readOnly,
        snippetTypeId: snippetTypes.find(({ identifier }) => identifier === type)!.id,
      })),
    )
    .returning('id')
    .execute();
  const proposed = snippets.flatMap(({ name, nameEn, eventType, reportType }, at) => {
    const found = reportTypes.find(({ identifier }) => identifier === reportType);
    const eventTypeId = eventType ? types.get(eventType)! : null;
    return found ? [{ name, nameEn, snippetId: inserted[at]!.id, eventTypeId, reportTypeId: found.id }] : [];
  });
  await tx.insertInto('reportEventSnippets').values(proposed).execute();
}
