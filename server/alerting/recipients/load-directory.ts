import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { sentNumbers } from './columns.ts';
import { loadPeople, type PersonEntry } from './load-people.ts';
import { addOnDuty } from './on-duty.ts';
import { originalRecipients } from './original-recipients.ts';

/** An author's choice, in order. */
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
  /** Only people on duty, of it and its subgroups. */
  onDuty: boolean;
}

/** A mailing list with its direct content, each kind in order. */
export interface ListEntry {
  name: string;
  isActive: boolean;
  people: Iterable<number>;
  groups: ListGroup[];
  children: number[];
}

/** A group with members in call order, priorities, and subgroups. */
export interface GroupEntry {
  name: string;
  isActive: boolean;
  people: Iterable<number>;
  priority: ReadonlySet<number>;
  /** Empty unless a list asks for people on duty. */
  onDuty: readonly number[];
  /** Only loaded if a list asks for people on duty. */
  alwaysNeeded: boolean;
  children: number[];
}

/** The lists and groups of choices, with their people. */
export interface Structure {
  lists: ReadonlyMap<number, ListEntry>;
  groups: ReadonlyMap<number, GroupEntry>;
}

/** The contact data of choices, as plain data. */
export interface Directory extends Structure {
  people: ReadonlyMap<number, PersonEntry>;
}

/** Loads lists and groups in two statements, and people on duty in one. */
export async function loadStructure(db: Db | Tx, choices: readonly RecipientChoice[]): Promise<Structure> {
  const lists = await loadLists(db, union(choices.map((choice) => choice.lists)));
  const inLists = [...lists.values()].flatMap((list) => list.groups);
  const ids = inLists.map(({ groupId }) => groupId);
  const groups = await loadGroups(db, union([ids, ...choices.map((choice) => choice.groups)]));
  if (inLists.some(({ onDuty }) => onDuty)) await addOnDuty(db, groups);
  return { lists, groups };
}

/** Loads all data of choices at once, for few people. */
export async function loadDirectory(
  db: Db | Tx,
  choices: readonly RecipientChoice[],
  fieldTypes: readonly string[],
): Promise<Directory> {
  const { lists, groups } = await loadStructure(db, choices);
  const ids = union([
    ...choices.map((choice) => choice.people),
    ...[...lists.values()].map((list) => list.people),
    ...[...groups.values()].map((group) => group.people),
    ...[...groups.values()].map((group) => group.onDuty),
  ]);
  const people = new Map<number, PersonEntry>();
  for await (const some of loadPeople(db, ids, fieldTypes)) for (const [id, person] of some) people.set(id, person);
  return { lists, groups, people };
}

/** Returns authors' choices by message; for a follow-up, the followed report's possible recipients. */
export async function loadChoices(db: Db | Tx, messageIds: readonly number[]): Promise<Map<number, RecipientChoice>> {
  const { rows } = await sql<{ messageId: number; kind: keyof RecipientChoice; ids: number[] }>`
    select message_id, kind, json_agg(id order by sort_order, id) as ids from (
      select message_id, 'lists' as kind, mailing_list_id as id, sort_order from message_lists
        where message_id = any(${messageIds})
      union all select message_id, 'groups', group_id, sort_order from message_groups where message_id = any(${messageIds})
      union all select message_id, 'people', person_id, sort_order from message_people where message_id = any(${messageIds})
      union all select message_id, 'people', person_id, place from (${originalRecipients(messageIds)}) h) chosen
    group by message_id, kind`.execute(db);
  const choices = new Map(messageIds.map((id) => [id, { lists: [], groups: [], people: [] } as RecipientChoice]));
  for (const { messageId, kind, ids } of rows) choices.set(messageId, { ...choices.get(messageId)!, [kind]: ids });
  return choices;
}

const union = (lists: readonly Iterable<number>[]): number[] => {
  const all = new Set<number>();
  for (const list of lists) for (const id of list) all.add(id);
  return [...all];
};

interface ListRow {
  id: number;
  name: string;
  isActive: boolean;
  parentListId: number | null;
  people: Buffer | null;
  groups: ListGroup[];
}

async function loadLists(db: Db | Tx, ids: number[]): Promise<Map<number, ListEntry>> {
  if (!ids.length) return new Map();
  const { rows } = await sql<ListRow>`
    with recursive reached as (
      select id from mailing_lists where id = any(${ids})
      union select child.id from mailing_lists child join reached on child.parent_list_id = reached.id)
    select l.id, l.name, l.is_active, l.parent_list_id,
      (select string_agg(int4send(person_id), '' order by p.id) from mailing_list_people p
        where p.mailing_list_id = l.id) as people,
      (select coalesce(json_agg(json_build_object('groupId', group_id, 'stopLimit', stop_limit, 'waitMinutes', wait_minutes,
          'onDuty', on_duty)
          order by sort_order, g.id), '[]') from list_groups g where g.mailing_list_id = l.id) as groups
    from mailing_lists l join reached using (id)
    order by l.name collate "de-x-icu", l.id`.execute(db);
  const lists = new Map<number, ListEntry>(
    rows.map(({ id, name, isActive, people, groups }) => [
      id,
      { name, isActive, people: sentNumbers(people), groups, children: [] },
    ]),
  );
  for (const { id, parentListId } of rows) if (parentListId !== null) lists.get(parentListId)?.children.push(id);
  return lists;
}

interface GroupRow {
  id: number;
  name: string;
  isActive: boolean;
  parentGroupId: number | null;
  people: Buffer | null;
  priority: number[];
}

async function loadGroups(db: Db | Tx, ids: number[]): Promise<Map<number, GroupEntry>> {
  if (!ids.length) return new Map();
  const { rows } = await sql<GroupRow>`
    with recursive reached as (
      select id from groups where id = any(${ids})
      union select child.id from groups child join reached on child.parent_group_id = reached.id)
    select g.id, g.name, g.is_active, g.parent_group_id, m.people, m.priority
    from groups g join reached using (id)
    cross join lateral (
      select string_agg(int4send(person_id), '' order by p.sort_order, p.id) as people,
        coalesce(json_agg(person_id) filter (where priority_alert), '[]') as priority
      from person_groups p where p.group_id = g.id) m
    order by g.sort_order, g.id`.execute(db);
  const groups = new Map<number, GroupEntry>(
    rows.map(({ id, name, isActive, people, priority }) => [
      id,
      {
        name,
        isActive,
        people: sentNumbers(people),
        priority: new Set(priority),
        onDuty: [],
        alwaysNeeded: false,
        children: [],
      },
    ]),
  );
  for (const { id, parentGroupId } of rows) if (parentGroupId !== null) groups.get(parentGroupId)?.children.push(id);
  return groups;
}
