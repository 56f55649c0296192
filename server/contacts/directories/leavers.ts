import { loadStoredPeople } from '#server/contacts/uploads/people.ts';
import { problem } from '#server/contacts/uploads/values/row.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import type { Comparison, DirectoryRow } from './compare-entries.ts';

/** Returns rows that switch off people who left. A person switched on by hand stays on, with a remark. */
export async function leaverRows(
  tx: Tx,
  { links, present, seen }: Comparison,
  firstLine: number,
): Promise<DirectoryRow[]> {
  const gone = [...links.values()].filter(
    ({ entryId, isActive, personId }) => isActive && !present.has(entryId) && !seen.people.has(personId),
  );
  const people = await loadStoredPeople(
    tx,
    gone.map(({ personId }) => personId),
  );
  return gone.flatMap(({ personId, entryId, given }, at): DirectoryRow[] => {
    const person = people.get(personId);
    if (!person) return [];
    const isByHand = given.values['isActive'] === false;
    return [
      {
        line: firstLine + at,
        outcome: isByHand ? 'unchanged' : 'updated',
        name: person.name,
        personId,
        personVersion: person.version,
        problems: [],
        remarks: [problem(null, isByHand ? 'error_directory_by_hand' : 'error_directory_left')],
        changes: isByHand ? {} : { isActive: { before: true, after: false } },
        entry: {
          id: entryId,
          given: { ...given, values: { ...given.values, isActive: false } },
          before: { id: entryId, given },
        },
      },
    ];
  });
}
