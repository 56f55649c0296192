import type { StoredPerson } from '#server/contacts/uploads/people.ts';
import type { Given } from './links.ts';

/** Groups to join and leave, and those that people changed. */
export function groupChanges(
  wanted: readonly number[],
  { groupIds }: StoredPerson,
  { groups: given }: Given,
  ruleGroups: ReadonlySet<number>,
) {
  const had = new Set(given);
  const isWanted = new Set(wanted);
  return {
    joined: wanted.filter((id) => !groupIds.has(id) && !had.has(id)),
    left: given.filter((id) => !isWanted.has(id) && groupIds.has(id)),
    byHand: [
      ...wanted.filter((id) => !groupIds.has(id) && had.has(id)),
      ...[...groupIds].filter((id) => ruleGroups.has(id) && !isWanted.has(id) && !had.has(id)),
    ],
    kept: given.filter((id) => isWanted.has(id)),
  };
}
