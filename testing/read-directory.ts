import { sql } from 'kysely';
import type { ListEntry } from '#server/alerting/recipients/load-directory.ts';
import type { Db } from '#server/platform/database/connect.ts';
import type { PlainDirectory, PlainGroup } from './plain-resolution.ts';

type Field =
  PlainDirectory['people'] extends Map<number, infer P extends { fields: unknown[] }> ? P['fields'][number] : never;

/** Reads all contact data, table by table. */
export async function readDirectory(db: Db): Promise<PlainDirectory> {
  const people: PlainDirectory['people'] = new Map();
  for (const row of await db.selectFrom('people').selectAll().execute()) {
    const { id, isActive, isCrisis, optedOut } = row;
    people.set(id, { isActive, isCrisis, optedOut, optedOutOf: [], isAbsent: false, fields: [] });
  }
  for (const { personId, fromAt, untilAt } of await db.selectFrom('absences').selectAll().execute()) {
    if (fromAt.getTime() <= Date.now() && (!untilAt || untilAt.getTime() > Date.now()))
      people.get(personId)!.isAbsent = true;
  }
  const outs = await db
    .selectFrom('optOuts as o')
    .innerJoin('channelTypes as t', 't.id', 'o.channelTypeId')
    .select(['o.personId', 't.identifier'])
    .execute();
  for (const { personId, identifier } of outs) people.get(personId)!.optedOutOf.push(identifier);
  const { rows: fields } = await sql<Field & { personId: number }>`
    select d.person_id, t.field_type, d.value_str as value, t.is_private
    from person_data d join person_data_types t on t.id = d.key_field_id
    where t.is_active and trim(d.value_str) <> '' order by t.sort_order, t.id`.execute(db);
  // Devices come before entered addresses, because they have no place among the types.
  const { rows: devices } = await sql<{ personId: number; kind: string; names: string }>`
    select person_id, kind, string_agg(name, ' + ' order by id) as names from devices
    where ended_at is null and person_id is not null group by person_id, kind`.execute(db);
  for (const { personId, kind, names } of devices) {
    const device = { fieldType: kind, value: names, isPrivate: false, norm: `${kind}:${personId}` };
    people.get(personId)!.fields.push(device);
  }
  for (const { personId, ...field } of fields) people.get(personId)!.fields.push(field);

  const groups = new Map<number, PlainGroup>();
  const groupRows = await db.selectFrom('groups').selectAll().orderBy('sortOrder').orderBy('id').execute();
  for (const { id, name, isActive } of groupRows)
    groups.set(id, { name, isActive, members: [], onDuty: [], alwaysNeeded: false, children: [] });
  for (const { id, parentGroupId } of groupRows) if (parentGroupId) groups.get(parentGroupId)!.children.push(id);
  const members = await db.selectFrom('personGroups').selectAll().orderBy('sortOrder').orderBy('id').execute();
  for (const { groupId, personId, priorityAlert } of members) {
    groups.get(groupId)!.members.push({ personId, priority: priorityAlert });
  }

  for (const { groupId, personId } of await onDutyNow(db)) {
    const { onDuty } = groups.get(groupId)!;
    if (!onDuty.includes(personId)) onDuty.push(personId);
  }

  for (const { groupId, alwaysNeeded } of await db.selectFrom('rosters').selectAll().execute()) {
    groups.get(groupId)!.alwaysNeeded = alwaysNeeded;
  }

  const lists = new Map<number, ListEntry & { people: number[] }>();
  const { rows: listRows } = await sql<{ id: number; name: string; isActive: boolean; parentListId: number | null }>`
    select id, name, is_active, parent_list_id from mailing_lists order by name collate "de-x-icu", id`.execute(db);
  for (const { id, name, isActive } of listRows)
    lists.set(id, { name, isActive, people: [], groups: [], children: [] });
  for (const { id, parentListId } of listRows) if (parentListId) lists.get(parentListId)!.children.push(id);
  const listPeople = await db.selectFrom('mailingListPeople').selectAll().orderBy('id').execute();
  for (const { mailingListId, personId } of listPeople) lists.get(mailingListId)!.people.push(personId);
  const listGroups = await db.selectFrom('listGroups').selectAll().orderBy('sortOrder').orderBy('id').execute();
  for (const { mailingListId, groupId, stopLimit, waitMinutes, onDuty } of listGroups) {
    lists.get(mailingListId)!.groups.push({ groupId, stopLimit, waitMinutes, onDuty });
  }
  return { people, groups, lists };
}

/** Returns the people on duty, in order of their start. Checks every possible turn. */
async function onDutyNow(db: Db): Promise<{ groupId: number; personId: number }[]> {
  const { rows } = await sql<{
    id: number;
    groupId: number;
    personId: number;
    every: number;
    starts: number;
    ends: number;
  }>`
    select id, group_id, person_id, coalesce(every_weeks, 0) as every,
      extract(epoch from starts_at - (now() at time zone 'Europe/Berlin'))::float as starts,
      extract(epoch from ends_at - (now() at time zone 'Europe/Berlin'))::float as ends
    from shifts order by id`.execute(db);
  const changes = await db.selectFrom('shiftChanges').selectAll().execute();
  const found: { groupId: number; personId: number; begun: number }[] = [];
  for (const { id, groupId, personId, every, starts, ends } of rows) {
    for (let turn = 0; turn < (every ? 100 : 1); turn++) {
      const later = turn * every * 7 * 86_400;
      if (starts + later > 0 || ends + later <= 0) continue;
      const change = changes.find((one) => one.shiftId === id && one.turn === turn);
      const who = change ? change.substituteId : personId;
      if (who !== null) found.push({ groupId, personId: who, begun: starts + later });
    }
  }
  return found.toSorted((a, b) => a.begun - b.begun);
}
