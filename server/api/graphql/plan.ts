import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  type ValidatedExecutionArgs,
} from 'graphql';

/** The type of a value. */
type Holds =
  | { kind: 'leaf'; type: GraphQLLeafType }
  | { kind: 'object'; fields: readonly FieldPlan[] }
  | { kind: 'list'; of: Slot };

export interface Slot {
  isNullable: boolean;
  holds: Holds;
}

export interface FieldPlan {
  key: string;
  name: string;
  type: GraphQLObjectType;
  definition: GraphQLField<unknown, unknown>;
  resolve: GraphQLFieldResolver<unknown, unknown>;
  nodes: readonly FieldNode[];
  hasArguments: boolean;
  /** The resolver uses its fourth argument, which is costly to create. */
  wantsInfo: boolean;
  slot: Slot;
}

/** The document needs more than a plan supports. */
class NoPlan extends Error {}

// nested fragments may exceed every limit
const mostFields = 400;

interface Planned extends ValidatedExecutionArgs {
  fields: { count: number };
}

const plans = new WeakMap<DocumentNode, Map<unknown, readonly FieldPlan[] | null>>();

/** Returns the planned fields of an operation; null with directives or abstract types. */
export function fieldPlanOf(given: ValidatedExecutionArgs): readonly FieldPlan[] | null {
  const { document, operation } = given;
  const ofDocument = plans.get(document) ?? new Map<unknown, readonly FieldPlan[] | null>();
  plans.set(document, ofDocument);
  const known = ofDocument.get(operation);
  if (known !== undefined) return known;
  const plan = makePlan(given);
  ofDocument.set(operation, plan);
  return plan;
}

function makePlan(given: ValidatedExecutionArgs): readonly FieldPlan[] | null {
  try {
    if (given.operation.directives?.length) return null;
    return fieldsOf({ ...given, fields: { count: 0 } }, given.schema.getQueryType()!, [given.operation.selectionSet]);
  } catch (error) {
    if (error instanceof NoPlan) return null;
    throw error;
  }
}

function fieldsOf(given: Planned, type: GraphQLObjectType, selections: readonly SelectionSetNode[]): FieldPlan[] {
  const found: Found = { nodes: new Map(), spread: new Set() };
  for (const selection of selections) collect(given, type, selection, found);
  return [...found.nodes].map(([key, same]) => fieldOf(given, type, key, same));
}

interface Found {
  nodes: Map<string, FieldNode[]>;
  spread: Set<string>;
}

function collect(given: Planned, type: GraphQLObjectType, { selections }: SelectionSetNode, found: Found): void {
  for (const one of selections) {
    if (one.directives?.length) throw new NoPlan();
    if (one.kind === Kind.FIELD) {
      const key = (one.alias ?? one.name).value;
      const same = found.nodes.get(key);
      if (same) same.push(one);
      else found.nodes.set(key, [one]);
      continue;
    }
    if (one.kind === Kind.FRAGMENT_SPREAD) {
      if (found.spread.has(one.name.value)) continue;
      found.spread.add(one.name.value);
    }
    const fragment = one.kind === Kind.INLINE_FRAGMENT ? one : given.fragmentDefinitions[one.name.value]!;
    const isPlain = fragment.kind === Kind.INLINE_FRAGMENT || !fragment.variableDefinitions?.length;
    if (fragment.directives?.length || !isPlain) throw new NoPlan();
    const condition = fragment.typeCondition?.name.value ?? type.name;
    if (condition !== type.name) throw new NoPlan();
    collect(given, type, fragment.selectionSet, found);
  }
}

function fieldOf(given: Planned, type: GraphQLObjectType, key: string, nodes: readonly FieldNode[]): FieldPlan {
  const name = nodes[0]!.name.value;
  const definition = given.schema.getField(type, name);
  const isTypeName = name === '__typename';
  const isIntrospection = name.startsWith('__') && !isTypeName;
  if (!definition || isIntrospection || key === '__proto__' || ++given.fields.count > mostFields) throw new NoPlan();
  const resolve = isTypeName
    ? () => type.name
    : (definition.resolve ?? ((source: unknown) => (source as Record<string, unknown>)[name]));
  const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  return {
    key,
    name,
    type,
    definition,
    resolve,
    nodes,
    hasArguments: definition.args.length > 0,
    wantsInfo: resolve.length > 3,
    slot: slotOf(given, definition.type, below),
  };
}

function slotOf(given: Planned, type: GraphQLOutputType, below: readonly SelectionSetNode[]): Slot {
  const isNullable = !isNonNullType(type);
  const held = isNonNullType(type) ? type.ofType : type;
  if (isLeafType(held)) return { isNullable, holds: { kind: 'leaf', type: held } };
  if (isListType(held)) return { isNullable, holds: { kind: 'list', of: slotOf(given, held.ofType, below) } };
  if (!isObjectType(held)) throw new NoPlan();
  return { isNullable, holds: { kind: 'object', fields: fieldsOf(given, held, below) } };
}
