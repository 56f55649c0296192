import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';

/** A call with only required arguments. */
export interface MinimalCall {
  document: string;
  variables: Record<string, unknown>;
}

/** Replace generated values by argument, field or type name. */
export type Overrides = Readonly<Record<string, unknown>>;

/** Returns the smallest call of a field, with invalid ids by default. */
export function minimalCall(
  root: 'query' | 'mutation' | 'subscription',
  field: GraphQLField<unknown, unknown>,
  given: Overrides = {},
): MinimalCall {
  const used = field.args.filter(
    (argument: GraphQLArgument) => isRequiredArgument(argument) || isGiven(argument.type, given),
  );
  const declared = used.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = used.map(({ name }) => `${name}: $${name}`).join(', ');
  const variables = used.map(({ name, type }) => [name, valueFor(name, type, given)]);
  const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
  return {
    document: `${root} ${declared && `(${declared})`} { ${field.name}${passed && `(${passed})`} ${selection} }`,
    variables: Object.fromEntries(variables),
  };
}

function valueFor(name: string, type: GraphQLInputType, given: Overrides): unknown {
  const inner = getNullableType(type);
  if (name in given) return given[name];
  if (isListType(inner)) return [valueFor(`${name}[]`, inner.ofType, given)];
  if (isEnumType(inner)) return inner.getValues()[0]!.name;
  if (isInputObjectType(inner)) {
    const fields = Object.values(inner.getFields()).filter(
      (field) => isRequiredInputField(field) || field.name in given || isGiven(field.type, given),
    );
    return Object.fromEntries(fields.map((field) => [field.name, valueFor(field.name, field.type, given)]));
  }
  return isGiven(inner, given) ? given[inner.name] : scalars[inner.name];
}

const isGiven = (type: GraphQLInputType, given: Overrides) => getNamedType(type).name in given;

const scalars: Record<string, unknown> = {
  Boolean: true,
  DateTime: '2030-01-01T00:00:00Z',
  ID: '999999',
  Int: 1,
  JSON: {},
  String: 'x',
  Upload: {},
};
