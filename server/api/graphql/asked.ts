import type { GraphQLResolveInfo, SelectionNode } from 'graphql';

/** Returns whether a query requests this subfield, also in fragments. */
export function isAsked({ fieldNodes, fragments }: GraphQLResolveInfo, name: string): boolean {
  const asks = (node: SelectionNode): boolean => {
    if (node.kind === 'Field') return node.name.value === name;
    const { selectionSet } = node.kind === 'InlineFragment' ? node : fragments[node.name.value]!;
    return selectionSet.selections.some(asks);
  };
  return fieldNodes.some(({ selectionSet }) => selectionSet?.selections.some(asks));
}
