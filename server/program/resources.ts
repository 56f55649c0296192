import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  execute,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  parse,
} from 'graphql';
import { contextOf } from '#server/api/http/context.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { schema } from './schema.ts';

type Field = GraphQLField<unknown, unknown>;
type Answer = Record<string, unknown> | null;
const queries: Record<string, Field> = schema.getQueryType()!.getFields();

/** Mounts GET /api/v2/{collection} and /api/v2/{collection}/{n}: reading by path, with the rights of the same GraphQL query. */
export function mountResources(fastify: FastifyInstance, app: App): void {
  fastify.get<{ Params: { collection: string; n: string } }>('/api/v2/:collection/:n', async (request) => {
    const { collection, n } = request.params;
    const field = queries[single(collection)];
    const required = field?.args.filter(isRequiredArgument).map(({ name }) => name);
    if (!field || required?.join() !== 'id') throw new Refusal('error_not_found');
    const row = await run(app, request, field, { id: n }, fieldsOf(nodeOf(field)));
    if (!row) throw new Refusal('error_not_found');
    return row;
  });
  fastify.get<{ Params: { collection: string } }>('/api/v2/:collection', async (request) => {
    const field = queries[camel(request.params.collection)];
    const node = field && connectedType(field);
    if (!field || !node) throw new Refusal('error_not_found');
    const page = `totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { node { ${fieldsOf(node)} } }`;
    const given = argumentsOf(field, request.query as Record<string, string | string[]>);
    const { edges, ...rest } = (await run(app, request, field, given, page)) as { edges: { node: unknown }[] };
    return { items: edges.map((edge) => edge.node), ...rest };
  });
}

const camel = (collection: string) => collection.replace(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase());
const irregular: Record<string, string> = {
  audit_entries: 'auditEntry',
  people: 'person',
  security_entries: 'securityEntry',
  event_statuses: 'eventStatus',
  log_entries: 'logEntry',
};
const single = (collection: string) => irregular[collection] ?? camel(collection).replace(/s$/, '');

const nodeOf = (field: Field) => getNamedType(field.type) as GraphQLObjectType;

/** Returns the node type of a list, or null if the field is no list. */
function connectedType(field: Field): GraphQLObjectType | null {
  const type = getNamedType(field.type);
  const edges = isObjectType(type) && type.name.endsWith('Connection') ? type.getFields()['edges'] : undefined;
  return edges ? nodeOf(nodeOf(edges).getFields()['node']!) : null;
}

/** Returns the values of a row and the ids of referenced rows. Nested lists have addresses of their own. */
function fieldsOf(type: GraphQLObjectType, nested = false): string {
  const parts = Object.values(type.getFields()).map((field) => {
    const inner = getNamedType(field.type);
    if (field.args.some(isRequiredArgument)) return '';
    if (isLeafType(inner)) return field.name;
    if (!isObjectType(inner) || inner.name.endsWith('Connection') || nested) return '';
    if (inner.getFields()['id']) return isListType(field.type) ? '' : `${field.name} { id }`;
    const values = fieldsOf(inner, true).trim();
    return values && `${field.name} { ${values} }`;
  });
  return parts.filter(Boolean).join(' ');
}

/** Converts the query string to arguments of the list. Refuses with the name of every missing or invalid one. */
function argumentsOf(field: Field, query: Record<string, string | string[]>): Record<string, unknown> {
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
  if (Object.keys(faults).length) throw new Refusal('error_invalid_input', faults);
  return given;
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
  app: App,
  request: FastifyRequest,
  field: Field,
  values: Record<string, unknown>,
  selection: string,
): Promise<Answer> {
  const used = field.args.filter(({ name }) => name in values);
  const declared = used.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = used.map(({ name }) => `${name}: $${name}`).join(', ');
  const text = `query ${declared && `(${declared})`} { ${field.name} ${passed && `(${passed})`} { ${selection} } }`;
  const contextValue = await contextOf(app, request);
  const result = await execute({ schema, document: parse(text), variableValues: values, contextValue });
  if (result.errors?.[0]) throw result.errors[0];
  return (result.data?.[field.name] ?? null) as Answer;
}
