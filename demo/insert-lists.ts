import type { Tx } from '#server/platform/database/connect.ts';
import { content, type DemoList } from './content.ts';
import type { Groups, InsertedGroup } from './insert-groups.ts';
import type { Inserted, People } from './insert-people.ts';

/** A stored mailing list. */
export interface InsertedList {
  id: number;
  name: string;
  people: Inserted[];
  groups: { group: InsertedGroup; stopLimit: number | null; waitMinutes: number | null; onDuty: boolean }[];
  below: InsertedList[];
}

/** The mailing lists by their unique names. */
export type Lists = ReadonlyMap<string, InsertedList>;

/** Adds all mailing lists with their people and groups. */
export async function insertLists(tx: Tx, people: People, groups: Groups): Promise<Lists> {
  const types = await tx.selectFrom('listTypes').select(['id', 'identifier']).execute();
  const typeId = (type: string) => types.find(({ identifier }) => identifier === type)!.id;
  const inserted = new Map<string, InsertedList>();
  let level = content.mailingLists.map((list) => ({ list, parent: null as InsertedList | null }));
  while (level.length) {
    const rows = await tx
      .insertInto('mailingLists')
      .values(
        level.map(({ list, parent }) => ({
          name: list.name,
          description: list.about,
          listTypeId: typeId(list.type),
          parentListId: parent?.id ?? null,
        })),
      )
      .returning('id')
      .execute();
    level = level.flatMap(({ list, parent }, at) => {
      const made = describe(rows[at]!.id, list, people, groups);
      inserted.set(list.name, made);
      parent?.below.push(made);
      return list.lists.map((below) => ({ list: below, parent: made }));
    });
  }
  await insertEntries(tx, [...inserted.values()]);
  return inserted;
}

const describe = (id: number, list: DemoList, people: People, groups: Groups): InsertedList => ({
  id,
  name: list.name,
  below: [],
  people: list.people.map((lastName) => people.get(lastName)!).filter(({ isActive }) => isActive),
  groups: list.groups.map(({ name, stopLimit = null, waitMinutes = null, onDuty }) => ({
    group: groups.get(name)!,
    stopLimit,
    waitMinutes,
    onDuty,
  })),
});

async function insertEntries(tx: Tx, lists: readonly InsertedList[]): Promise<void> {
  const people = lists.flatMap((list) => list.people.map(({ id }) => ({ mailingListId: list.id, personId: id })));
  await tx.insertInto('mailingListPeople').values(people).execute();
  const groups = lists.flatMap((list) =>
    list.groups.map(({ group, stopLimit, waitMinutes, onDuty }, place) => ({
      mailingListId: list.id,
      groupId: group.id,
      sortOrder: (place + 1) * 10,
      stopLimit,
      waitMinutes,
      onDuty,
    })),
  );
  await tx.insertInto('listGroups').values(groups).execute();
}
