import { type GraphQLField, type GraphQLNamedType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';

/** A root field with the kind of operation. */
export interface RootField {
  kind: 'Query' | 'Mutation' | 'Subscription';
  field: GraphQLField<unknown, unknown>;
}

/** Returns all root fields, by kind and name. */
export function rootFields(schema: GraphQLSchema): RootField[] {
  const roots = [schema.getQueryType()!, schema.getMutationType()!, schema.getSubscriptionType()!];
  return roots.flatMap((root) =>
    Object.values(root.getFields())
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((field) => ({ kind: root.name as RootField['kind'], field })),
  );
}

/** Returns a list's row type, or the type itself. */
export function nodeOfConnection(type: GraphQLNamedType): GraphQLNamedType {
  const edges = isObjectType(type) && type.name.endsWith('Connection') ? type.getFields()['edges'] : undefined;
  const edge = edges && getNamedType(edges.type);
  return edge && isObjectType(edge) ? getNamedType(edge.getFields()['node']!.type) : type;
}
