import type { GraphQLField, GraphQLObjectType } from 'graphql';
import { isRequiredArgument } from 'graphql';
import { collectionPaths, listAt, rowAt, rowPaths, textArguments, wholeListAt } from '../resource-shape.ts';
import { accessOf } from './access.ts';
import { arrayOf, component, integer, type JsonSchema, jsonAnswer, type Operation, objectOf } from './describe.ts';
import { argumentSchema, rowSchema } from './schema-types.ts';

type Field = GraphQLField<unknown, unknown>;

const tag = 'Reading by path';

function queryOf(path: string, field: Field): NonNullable<Operation['query']> {
  return Object.fromEntries(
    textArguments(field).map((argument) => [
      argument.name,
      {
        schema: argumentSchema(argument.type),
        description: argument.description ?? '',
        ...(isRequiredArgument(argument) && !wholeListAt(path) ? { isRequired: true as const } : {}),
      },
    ]),
  );
}

const pageOf = (node: GraphQLObjectType): JsonSchema =>
  objectOf({ items: arrayOf(component(node.name)), totalCount: integer, pageInfo: component('PageInfo') });

/** Returns the operations that read lists and rows by path. */
export function collectionOperations(): Record<string, Operation> {
  const lists = collectionPaths.map((path): [string, Operation] => {
    const { field, node } = listAt(path)!;
    const answers = { 200: jsonAnswer('A page of the list.', pageOf(node)) };
    const summary = (field.description ?? '').split('\n')[0]!;
    return [
      `GET /api/v2/${path}`,
      { tag, summary, ...accessOf(field), query: queryOf(path, field), answers, refusals: [400] },
    ];
  });
  const rows = rowPaths.map((path): [string, Operation] => {
    const { field, node } = rowAt(path)!;
    const answers = { 200: jsonAnswer('The row.', component(node.name)) };
    const summary = (field.description ?? '').split('\n')[0]!;
    return [`GET /api/v2/${path}/:n`, { tag, summary, ...accessOf(field), answers, refusals: [400] }];
  });
  return Object.fromEntries([...lists, ...rows]);
}

/** Returns the schemas of all rows by type. */
export function rowSchemas(): Record<string, JsonSchema> {
  const nodes = [...collectionPaths.map((path) => listAt(path)!.node), ...rowPaths.map((path) => rowAt(path)!.node)];
  return Object.fromEntries(
    [...new Set(nodes)].sort((a, b) => (a.name < b.name ? -1 : 1)).map((node) => [node.name, rowSchema(node)]),
  );
}
