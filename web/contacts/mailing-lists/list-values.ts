import type { Placed } from '#web/contacts/tree.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import type { ListChoicesQuery, ListFormRow } from './mutations.ts';

/** The values of a list's form; event types are ids separated by commas. */
export type ListValues = {
  name: string;
  description: string;
  listType: string;
  parentList: string;
  eventTypes: string;
};

/** Joins ids in a fixed order, so that equal choices are equal texts. */
export const idsText = (ids: readonly (string | number)[]): string =>
  ids
    .map(Number)
    .sort((a, b) => a - b)
    .join(',');

/** Splits a text of ids. */
export const splitIds = (text: string): string[] => (text ? text.split(',') : []);

/** Returns the form's values for a list, or for a new one. */
export const valuesOfList = (list: ListFormRow | undefined): ListValues => ({
  name: list?.name ?? '',
  description: list?.description ?? '',
  listType: String(list?.listType?._id ?? ''),
  parentList: String(list?.parentList?._id ?? ''),
  eventTypes: idsText(list?.eventTypes.edges.map(({ node }) => node._id) ?? []),
});

/** Returns the values for the API. */
export const inputOfList = (values: ListValues) => ({
  name: values.name.trim(),
  description: values.description.trim() || null,
  listType: values.listType || null,
  parentList: values.parentList || null,
  eventTypes: splitIds(values.eventTypes),
});

type Level = { _id: number; name: string; children?: { edges: { node: Level }[] } };

/** Returns all lists of a nested response, each with its parent. */
export function flatLists(data: ResultOf<typeof ListChoicesQuery> | undefined): Placed[] {
  const below = (node: Level, parent: number | null): Placed[] => [
    { _id: node._id, name: node.name, parent },
    ...(node.children?.edges ?? []).flatMap((edge) => below(edge.node, node._id)),
  ];
  return data?.mailingLists.edges.flatMap(({ node }) => below(node, null)) ?? [];
}
