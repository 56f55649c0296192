import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { schema } from './schema.ts';

/** A field of the schema. */
export type SchemaField = GraphQLField<unknown, unknown>;

export interface ShownField {
  field: SchemaField;
  children: readonly ShownField[] | null;
}

const queries: Readonly<Record<string, SchemaField>> = schema.getQueryType()!.getFields();

const irregular: Record<string, string> = {
  audit_entries: 'auditEntry',
  people: 'person',
  replies: 'reply',
  security_entries: 'securityEntry',
  event_statuses: 'eventStatus',
  log_entries: 'logEntry',
};
const camel = (collection: string) => collection.replace(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase());
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const single = (collection: string) => irregular[collection] ?? camel(collection).replace(/s$/, '');

const nodeOf = (field: SchemaField) => getNamedType(field.type) as GraphQLObjectType;

/** Returns the list of this path with its type, or null. */
export function listAt(collection: string): { field: SchemaField; node: GraphQLObjectType } | null {
  const field = queries[camel(collection)];
  const type = field && getNamedType(field.type);
  const edges = isObjectType(type) && type.name.endsWith('Connection') ? type.getFields()['edges'] : undefined;
  return edges ? { field: field!, node: nodeOf(nodeOf(edges).getFields()['node']!) } : null;
}

/** Returns a row's query with its type, or null. */
export function rowAt(collection: string): { field: SchemaField; node: GraphQLObjectType } | null {
  const field = queries[single(collection)];
  const required = field?.args.filter(isRequiredArgument).map(({ name }) => name);
  if (!field || required?.join() !== 'id') return null;
  const type = getNamedType(field.type);
  return isObjectType(type) && type.getFields()['id'] ? { field, node: type } : null;
}

// the lists of the same name require an event
const wholeLists: Record<string, string> = { reports: 'allReports', situation_reports: 'allSituationReports' };

/** Returns the query of a list without the argument that the list of the same name requires. */
export const wholeListAt = (collection: string): SchemaField | null => queries[wholeLists[collection] ?? ''] ?? null;

/** The paths of all lists. */
export const collectionPaths: readonly string[] = Object.keys(queries)
  .filter((name) => !Object.values(wholeLists).includes(name))
  .map(snake)
  .filter((path) => listAt(path) !== null);

// belong to another row, so there is no list of all
const parts = ['files', 'list_groups', 'log_entries', 'message_recipients', 'person_data', 'person_groups'];

/** The paths of all rows. */
export const rowPaths: readonly string[] = [...collectionPaths, ...parts].filter((path) => rowAt(path) !== null);

/** Returns a list's arguments for a query string. */
export const textArguments = (field: SchemaField) =>
  field.args.filter(({ type }) => !isInputObjectType(getNamedType(type)));

/** Returns a row's values and referenced ids. */
export function shownFields(type: GraphQLObjectType, nested = false): ShownField[] {
  return Object.values(type.getFields()).flatMap((field): ShownField[] => {
    const inner = getNamedType(field.type);
    if (field.args.some(isRequiredArgument)) return [];
    if (isLeafType(inner)) return [{ field, children: null }];
    if (!isObjectType(inner) || inner.name.endsWith('Connection') || nested) return [];
    const id = inner.getFields()['id'];
    if (id) return isListType(field.type) ? [] : [{ field, children: [{ field: id, children: null }] }];
    const children = shownFields(inner, true);
    return children.length ? [{ field, children }] : [];
  });
}
