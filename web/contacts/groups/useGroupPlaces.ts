import { limits } from '#shared/limits.ts';
import { placesFor } from '#web/contacts/tree.ts';
import { useData } from '#web/lib/data.ts';
import { GroupChoicesQuery } from './mutations.ts';

/** All groups that people can be put into, as choices that show the tree. */
export function useGroupPlaces({ pause = false } = {}) {
  const { data } = useData(GroupChoicesQuery, {}, { pause });
  const rows = data?.groups.edges.map(({ node }) => ({ ...node, parent: node.parentGroup?._id ?? null }));
  // one level more than a group may have below it: here people go in, not groups
  return placesFor(rows ?? [], null, limits.groupDepth + 1);
}
