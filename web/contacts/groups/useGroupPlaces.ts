import { limits } from '#shared/limits.ts';
import { placesFor } from '#web/contacts/tree.ts';
import { useData } from '#web/lib/data.ts';
import { GroupChoicesQuery } from './mutations.ts';

/** Returns all groups that can have members, as options that show the tree. */
export function useGroupPlaces({ pause = false } = {}) {
  const { data } = useData(GroupChoicesQuery, {}, { pause });
  const rows = data?.groups.edges.map(({ node }) => ({ ...node, parent: node.parentGroup?._id ?? null }));
  // one level more than subgroups may have, because these options take people
  return placesFor(rows ?? [], null, limits.groupDepth + 1);
}
