import type { FastifyRequest } from 'fastify';
import { execute, type GraphQLArgument, getNamedType, isRequiredArgument, parse } from 'graphql';
import { contextOf } from '#server/api/http/context.ts';
import type { App, Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import {
  collectionPaths,
  listAt,
  rowAt,
  rowPaths,
  type SchemaField,
  type ShownField,
  shownFields,
  wholeListAt,
} from './resource-shape.ts';
import { schema } from './schema.ts';

type Answer = Record<string, unknown> | null;

// by path only: the names of fields, such as `auditEntries` or `person`, are no addresses
const lists = new Map(collectionPaths.map((path) => [path, listAt(path)!]));
const rows = new Map(rowPaths.map((path) => [path, rowAt(path)!]));

export async function readResource(
  app: App,
  request: FastifyRequest,
  { collection, n }: { collection: string; n: string },
): Promise<Answer> {
  const found = rows.get(collection);
  if (!found) throw new Refusal('error_not_found');
  const ctx = await contextOf(app, request);
  const row = await run(ctx, found.field, { id: n }, selectionOf(shownFields(found.node)));
  if (!row) throw new Refusal('error_not_found');
  return row;
}

/** Returns a page of a list, with the arguments in the query string. */
export async function readCollection(app: App, request: FastifyRequest, collection: string): Promise<Answer> {
  const list = lists.get(collection);
  if (!list) throw new Refusal('error_not_found');
  const { field, node } = list;
  const row = selectionOf(shownFields(node));
  const page = `totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { node { ${row} } }`;
  const ctx = await contextOf(app, request);
  const query = request.query as Record<string, string | string[]>;
  const whole = field.args.some((one) => isRequiredArgument(one) && !(one.name in query)) && wholeListAt(collection);
  const { given, faults } = argumentsOf(whole || field, query);
  if (faults) throw ctx.viewer ? new Refusal('error_invalid_input', faults) : new Refusal('error_unauthenticated');
  const { edges, ...rest } = (await run(ctx, whole || field, given, page)) as { edges: { node: unknown }[] };
  return { items: edges.map((edge) => edge.node), ...rest };
}

const selectionOf = (fields: readonly ShownField[]): string =>
  fields.map(({ field: { name }, children }) => (children ? `${name} { ${selectionOf(children)} }` : name)).join(' ');

/** Converts the query string to arguments of the list. `faults` names every missing or invalid one. */
function argumentsOf(field: SchemaField, query: Record<string, string | string[]>) {
  const faults: Record<string, RefusalKey> = {};
  const given: Record<string, unknown> = {};
  for (const argument of field.args) {
    const text = query[argument.name];
    if (text === undefined) {
      if (isRequiredArgument(argument)) faults[argument.name] = 'error_required';
      continue;
    }
    const value = read(argument, text);
    if (value === undefined) faults[argument.name] = 'error_invalid_input';
    else given[argument.name] = value;
  }
  return { given, faults: Object.keys(faults).length ? faults : null };
}

function read(argument: GraphQLArgument, text: string | string[]): unknown {
  if (String(argument.type).startsWith('[')) return [text].flat();
  if (Array.isArray(text)) return undefined;
  const type = getNamedType(argument.type).name;
  if (type === 'Boolean') return { true: true, false: false }[text];
  if (type === 'Int') return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined;
  return text;
}

async function run(
  ctx: Context,
  field: SchemaField,
  values: Record<string, unknown>,
  selection: string,
): Promise<Answer> {
  const used = field.args.filter(({ name }) => name in values);
  const declared = used.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = used.map(({ name }) => `${name}: $${name}`).join(', ');
  const text = `query ${declared && `(${declared})`} { ${field.name} ${passed && `(${passed})`} { ${selection} } }`;
  const result = await execute({ schema, document: parse(text), variableValues: values, contextValue: ctx });
  if (result.errors?.[0]) throw result.errors[0];
  return (result.data?.[field.name] ?? null) as Answer;
}
