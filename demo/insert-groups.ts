import type { Tx } from '#server/platform/database/connect.ts';
import { content, type DemoGroup } from './content.ts';
import type { Inserted, People } from './insert-people.ts';

/** With active members in call order. */
export interface InsertedGroup {
  id: number;
  name: string;
  members: { person: Inserted; priority: boolean }[];
  below: InsertedGroup[];
}

/** The groups by their unique names. */
export type Groups = ReadonlyMap<string, InsertedGroup>;

/** Returns the last names of all members of the crisis team or its functions. */
export function crisisTeam(): Set<string> {
  const teams = content.groups.filter(({ type }) => type === 'crisis_team').flatMap(withBelow);
  return new Set(teams.flatMap(({ members }) => members));
}

/** Adds all groups with their members, level by level. */
export async function insertGroups(tx: Tx, people: People): Promise<Groups> {
  const types = await tx.selectFrom('groupTypes').select(['id', 'identifier']).execute();
  const typeId = (type: string) => types.find(({ identifier }) => identifier === type)!.id;
  const inserted = new Map<string, InsertedGroup>();
  let level = content.groups.map((group, place) => ({ group, place, parent: null as InsertedGroup | null }));
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
      return group.groups.map((below, place) => ({ group: below, place, parent: made }));
    });
  }
  await insertMembers(tx, people, inserted);
  return inserted;
}

const withBelow = (group: DemoGroup): DemoGroup[] => [group, ...group.groups.flatMap(withBelow)];

const describe = (id: number, { name, members, calledFirst }: DemoGroup, people: People): InsertedGroup => ({
  id,
  name,
  below: [],
  members: members
    .map((member) => ({ person: people.get(member)!, priority: calledFirst.includes(member) }))
    .filter(({ person }) => person.isActive),
});

async function insertMembers(tx: Tx, people: People, inserted: Groups): Promise<void> {
  const rows = content.groups.flatMap(withBelow).flatMap(({ name, members, calledFirst }) =>
    members.map((member, place) => ({
      groupId: inserted.get(name)!.id,
      personId: people.get(member)!.id,
      sortOrder: (place + 1) * 10,
      priorityAlert: calledFirst.includes(member),
    })),
  );
  await tx.insertInto('personGroups').values(rows).execute();
}
