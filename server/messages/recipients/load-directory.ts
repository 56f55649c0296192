import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/connect.ts';
import { handedPeople } from './handed.ts';

/** What an author chose, in the order of choosing. */
export interface RecipientChoice {
  lists: readonly number[];
  groups: readonly number[];
  people: readonly number[];
}

/** A group within a mailing list, possibly with a stop limit. */
export interface ListGroup {
  groupId: number;
  stopLimit: number | null;
  waitMinutes: number | null;
}

/** A mailing list with everything directly in it, each part in its order. */
export interface ListEntry {
  name: string;
  isActive: boolean;
  people: number[];
  groups: ListGroup[];
  children: number[];
}

/** A group with its own members in call order and the groups below it in theirs. */
export interface GroupEntry {
  name: string;
  isActive: boolean;
  members: { personId: number; priority: boolean }[];
  children: number[];
}

/** A person as far as sending is concerned; data fields with a value, in the order of their types, and devices by kind. */
export interface PersonEntry {
  isActive: boolean;
  isCrisis: boolean;
  optedOut: boolean;
  /** Types of channel over which the person wants no information. */
  optedOutOf: string[];
  fields: {
    fieldType: string;
    value: string;
    isPrivate: boolean;
    /** What tells the address apart where the value does not: several devices are one address. */
    norm?: string | null;
  }[];
}

/** The part of the contact data that choices reach, as plain data. */
export interface Directory {
  lists: Map<number, ListEntry>;
  groups: Map<number, GroupEntry>;
  people: Map<number, PersonEntry>;
}

/**
 * The contact data that choices reach, in five statements however many people, lists and groups there are. Of the
 * people's data only fields of the given types are read.
 */
export async function loadDirectory(
  db: Db | Tx,
  choices: readonly RecipientChoice[],
  fieldTypes: readonly string[],
): Promise<Directory> {
  const lists = await loadLists(db, union(choices.map((choice) => choice.lists)));
  const inLists = [...lists.values()].flatMap((list) => list.groups.map((group) => group.groupId));
  const groups = await loadGroups(db, union([inLists, ...choices.map((choice) => choice.groups)]));
  const ids = union([
    ...choices.map((choice) => choice.people),
    ...[...lists.values()].map((list) => list.people),
    ...[...groups.values()].map((group) => group.members.map((member) => member.personId)),
  ]);
  return { lists, groups, people: await loadPeople(db, ids, fieldTypes) };
}

/** What the authors of these messages chose, by message; who may have got what is followed, where a message follows. */
export async function loadChoices(db: Db | Tx, messageIds: readonly number[]): Promise<Map<number, RecipientChoice>> {
  const { rows } = await sql<{ messageId: number; kind: keyof RecipientChoice; id: number; sortOrder: number }>`
    select message_id, 'lists' as kind, mailing_list_id as id, sort_order from message_lists
      where message_id = any(${messageIds})
    union all select message_id, 'groups', group_id, sort_order from message_groups where message_id = any(${messageIds})
    union all select message_id, 'people', person_id, sort_order from message_people where message_id = any(${messageIds})
    union all select message_id, 'people', person_id, place from (${handedPeople(messageIds)}) h
    order by sort_order, id`.execute(db);
  const of = (messageId: number, kind: keyof RecipientChoice) =>
    rows.filter((row) => row.messageId === messageId && row.kind === kind).map((row) => row.id);
  return new Map(
    messageIds.map((id) => [id, { lists: of(id, 'lists'), groups: of(id, 'groups'), people: of(id, 'people') }]),
  );
}

const union = (lists: readonly (readonly number[])[]): number[] => {
  const all = new Set<number>();
  for (const list of lists) for (const id of list) all.add(id);
  return [...all];
};

interface ListRow {
  id: number;
  name: string;
  isActive: boolean;
  parentListId: number | null;
  people: number[];
}

interface ListGroupRow {
  mailingListId: number;
  groupId: number;
  stopLimit: number | null;
  waitMinutes: number | null;
}

async function loadLists(db: Db | Tx, ids: number[]): Promise<Map<number, ListEntry>> {
  const { rows } = await sql<ListRow>`
    with recursive reached as (
      select id from mailing_lists where id = any(${ids})
      union select child.id from mailing_lists child join reached on child.parent_list_id = reached.id)
    select l.id, l.name, l.is_active, l.parent_list_id,
      array(select person_id from mailing_list_people p where p.mailing_list_id = l.id order by p.id) as people
    from mailing_lists l join reached using (id)
    order by l.name collate "de-x-icu", l.id`.execute(db);
  const groups = await sql<ListGroupRow>`
    select mailing_list_id, group_id, stop_limit, wait_minutes from list_groups
    where mailing_list_id = any(${rows.map((row) => row.id)}) order by sort_order, id`.execute(db);
  const lists = new Map<number, ListEntry>(
    rows.map(({ id, name, isActive, people }) => [id, { name, isActive, people, groups: [], children: [] }]),
  );
  for (const { id, parentListId } of rows) if (parentListId !== null) lists.get(parentListId)?.children.push(id);
  for (const { mailingListId, ...group } of groups.rows) lists.get(mailingListId)?.groups.push(group);
  return lists;
}

interface GroupRow {
  id: number;
  name: string;
  isActive: boolean;
  parentGroupId: number | null;
  people: number[];
  priorities: boolean[];
}

async function loadGroups(db: Db | Tx, ids: number[]): Promise<Map<number, GroupEntry>> {
  const { rows } = await sql<GroupRow>`
    with recursive reached as (
      select id from groups where id = any(${ids})
      union select child.id from groups child join reached on child.parent_group_id = reached.id)
    select g.id, g.name, g.is_active, g.parent_group_id,
      array(select person_id from person_groups p where p.group_id = g.id order by p.sort_order, p.id) as people,
      array(select priority_alert from person_groups p where p.group_id = g.id order by p.sort_order, p.id) as priorities
    from groups g join reached using (id)
    order by g.sort_order, g.id`.execute(db);
  const groups = new Map<number, GroupEntry>(
    rows.map(({ id, name, isActive, people, priorities }) => {
      const members = people.map((personId, at) => ({ personId, priority: priorities[at]! }));
      return [id, { name, isActive, members, children: [] }];
    }),
  );
  for (const { id, parentGroupId } of rows) if (parentGroupId !== null) groups.get(parentGroupId)?.children.push(id);
  return groups;
}

type PersonRow = Omit<PersonEntry, 'fields'> & { id: number };
type FieldRow = PersonEntry['fields'][number] & { personId: number };

async function loadPeople(
  db: Db | Tx,
  ids: number[],
  fieldTypes: readonly string[],
): Promise<Map<number, PersonEntry>> {
  const { rows } = await sql<PersonRow>`
    select id, is_active, is_crisis, opted_out, array(select t.identifier from opt_outs o
      join channel_types t on t.id = o.channel_type_id where o.person_id = people.id) as opted_out_of
    from people where id = any(${ids})`.execute(db);
  const fields = await sql<FieldRow>`
    select person_id, field_type, value, is_private, norm from (
      select d.person_id, t.field_type, d.value_str as value, t.is_private, null as norm, t.sort_order, t.id
      from person_data d join person_data_types t on t.id = d.key_field_id
      where d.person_id = any(${ids}) and t.field_type = any(${fieldTypes}) and t.is_active
        and d.value_str is not null and d.value_str ~ '\\S'
      union all
      select person_id, kind, string_agg(name, ' + ' order by id), false, kind || ':' || person_id, 0, 0 from devices
      where person_id = any(${ids}) and kind = any(${fieldTypes}) and ended_at is null group by person_id, kind) f
    order by sort_order, id`.execute(db);
  const people = new Map<number, PersonEntry>(rows.map(({ id, ...person }) => [id, { ...person, fields: [] }]));
  for (const { personId, ...field } of fields.rows) people.get(personId)?.fields.push(field);
  return people;
}
