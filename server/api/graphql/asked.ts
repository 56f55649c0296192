import type { GraphQLResolveInfo, SelectionNode } from 'graphql';

/** Whether of what a field answers its own field of this name is asked for, in a fragment or not. */
export function isAsked({ fieldNodes, fragments }: GraphQLResolveInfo, name: string): boolean {
  const asks = (node: SelectionNode): boolean => {
    if (node.kind === 'Field') return node.name.value === name;
    const { selectionSet } = node.kind === 'InlineFragment' ? node : fragments[node.name.value]!;
    return selectionSet.selections.some(asks);
  };
  return fieldNodes.some(({ selectionSet }) => selectionSet?.selections.some(asks));
}
