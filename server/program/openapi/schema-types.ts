import {
  type GraphQLEnumType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { type ShownField, shownFields } from '../resource-shape.ts';
import { anything, arrayOf, component, integer, type JsonSchema, objectOf, orNull, string, truth } from './describe.ts';

const scalars: Readonly<Record<string, JsonSchema>> = {
  Boolean: truth,
  Int: integer,
  Float: { type: 'number' },
  ID: string,
  String: string,
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
  Decimal: { type: 'string', pattern: '^-?\\d{1,12}(\\.\\d{1,6})?$' },
  JSON: anything,
};

type AnyType = GraphQLInputType | GraphQLOutputType;

/** Returns a value's schema; `of`: of its named type. */
function wrapped(type: AnyType, of: JsonSchema): JsonSchema {
  if (isNonNullType(type)) return unwrapped(type.ofType as AnyType, of);
  return orNull(unwrapped(type, of));
}

const unwrapped = (type: AnyType, of: JsonSchema): JsonSchema =>
  isListType(type) ? arrayOf(wrapped(type.ofType as AnyType, of)) : of;

const wordsOf = (type: GraphQLEnumType): JsonSchema => ({
  type: 'string',
  enum: type.getValues().map(({ name }) => name),
});

function leafOf(type: AnyType): JsonSchema {
  const named = getNamedType(type);
  if (isEnumType(named)) return wordsOf(named);
  const found = isLeafType(named) ? scalars[named.name] : undefined;
  if (!found) throw new Error(`${named.name} has no JSON schema`);
  return found;
}

/** Returns the schema of an argument in a query string. */
export function argumentSchema(type: GraphQLInputType): JsonSchema {
  const inner = isNonNullType(type) ? type.ofType : type;
  return isListType(inner) ? arrayOf(leafOf(inner)) : leafOf(inner);
}

const described = (schema: JsonSchema, description: string | null | undefined): JsonSchema =>
  description ? { ...schema, description } : schema;

function fieldSchema({ field, children }: ShownField): JsonSchema {
  const isReference = children?.length === 1 && children[0]!.field.name === 'id';
  const of = children ? (isReference ? component('Reference') : fieldsSchema(children)) : leafOf(field.type);
  return described(wrapped(field.type, of), field.description);
}

const fieldsSchema = (fields: readonly ShownField[]): JsonSchema =>
  objectOf(Object.fromEntries(fields.map((shown) => [shown.field.name, fieldSchema(shown)])));

/** Returns the schema of a row that is read by path. */
export const rowSchema = (type: GraphQLObjectType): JsonSchema =>
  described(fieldsSchema(shownFields(type)), type.description);
