import type { Tx } from '#server/database/connect.ts';
import { type DemoGroup, groups } from './groups.ts';
import type { Inserted, People } from './insert-people.ts';

/** A group as it stands in the database, with its active members in call order and the groups below it. */
export interface InsertedGroup {
  id: number;
  name: string;
  members: { person: Inserted; priority: boolean }[];
  below: InsertedGroup[];
}

/** The groups by their names, which differ. */
export type Groups = ReadonlyMap<string, InsertedGroup>;

/** "Ahrens!, Bormann" as names with their marks. */
export function memberNames(members: string): { name: string; priority: boolean }[] {
  const names = members.split(',').map((name) => name.trim());
  return names.filter(Boolean).map((name) => ({ name: name.replace('!', ''), priority: name.endsWith('!') }));
}

/** Last names of all who are members of the crisis team or its functions. */
export function crisisTeam(): Set<string> {
  const walk = (group: DemoGroup): string[] => [
    ...memberNames(group.members ?? '').map(({ name }) => name),
    ...(group.groups ?? []).flatMap(walk),
  ];
  return new Set(walk(groups[0]!));
}

/** Adds all groups, level by level, with their members. */
export async function insertGroups(tx: Tx, people: People): Promise<Groups> {
  const types = await tx.selectFrom('groupTypes').select(['id', 'identifier']).execute();
  const typeId = (type: string) => types.find(({ identifier }) => identifier === type)!.id;
  const inserted = new Map<string, InsertedGroup>();
  let level = groups.map((group, place) => ({ group, place, parent: null as InsertedGroup | null }));
  while (level.length) {
    const rows = await tx
      .insertInto('groups')
      .values(
        level.map(({ group, place, parent }) => ({
          name: group.name,
          description: group.about ?? null,
          sortOrder: (place + 1) * 10,
          groupTypeId: typeId(group.type),
          parentGroupId: parent?.id ?? null,
        })),
      )
      .returning('id')
      .execute();
    level = level.flatMap(({ group, parent }, at) => {
      const made = describe(rows[at]!.id, group, people);
      inserted.set(group.name, made);
      parent?.below.push(made);
      return (group.groups ?? []).map((below, place) => ({ group: below, place, parent: made }));
    });
  }
  await insertMembers(tx, people, inserted);
  return inserted;
}

const describe = (id: number, { name, members }: DemoGroup, people: People): InsertedGroup => ({
  id,
  name,
  below: [],
  members: memberNames(members ?? '')
    .map((member) => ({ person: people.get(member.name)!, priority: member.priority }))
    .filter(({ person }) => person.isActive),
});

async function insertMembers(tx: Tx, people: People, inserted: Groups): Promise<void> {
  const walk = (group: DemoGroup): DemoGroup[] => [group, ...(group.groups ?? []).flatMap(walk)];
  const rows = groups.flatMap(walk).flatMap((group) =>
    memberNames(group.members ?? '').map(({ name, priority }, place) => ({
      groupId: inserted.get(group.name)!.id,
      personId: people.get(name)!.id,
      sortOrder: (place + 1) * 10,
      priorityAlert: priority,
    })),
  );
  await tx.insertInto('personGroups').values(rows).execute();
}
