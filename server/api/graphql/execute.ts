import {
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLResolveInfo,
  getArgumentValues,
  getOperationAST,
  locatedError,
  OperationTypeNode,
  type ValidatedExecutionArgs,
  validateExecutionArgs,
} from 'graphql';
import { type FieldPlan, fieldPlanOf, type Slot } from './plan.ts';

interface Place {
  holder: Record<string | number, unknown>;
  key: string | number;
  isNullable: boolean;
  above: Place | null;
  /** A non-null value below is missing, so it becomes null. */
  isGone: boolean;
}

interface Run {
  given: ValidatedExecutionArgs;
  errors: GraphQLError[];
  arguments: Map<FieldPlan, Record<string, unknown>>;
  pending: number;
  end: () => void;
}

const noArguments = {};

/**
 * Executes a query by the GraphQL specification with a cached plan: available values go directly into the response,
 * only pending ones use promises. Null without a plan: for mutations, and documents with directives.
 */
export function executeQuery(args: ExecutionArgs): Promise<ExecutionResult> | null {
  if (getOperationAST(args.document, args.operationName)?.operation !== OperationTypeNode.QUERY) return null;
  const given = validateExecutionArgs(args);
  const fields = 'operation' in given && fieldPlanOf(given);
  return fields ? execute(given, fields) : null;
}

function execute(given: ValidatedExecutionArgs, fields: readonly FieldPlan[]): Promise<ExecutionResult> {
  return new Promise((resolve) => {
    const answer: { data?: unknown } = {};
    const errors: GraphQLError[] = [];
    const end = () => resolve((errors.length ? { errors, ...answer } : answer) as ExecutionResult);
    const run: Run = { given, errors, arguments: new Map(), pending: 1, end };
    const place: Place = { holder: answer, key: 'data', isNullable: true, above: null, isGone: false };
    fill(run, fields, given.rootValue, place);
    settled(run);
  });
}

function settled(run: Run): void {
  run.pending--;
  if (run.pending === 0) run.end();
}

function fill(run: Run, fields: readonly FieldPlan[], source: unknown, place: Place): void {
  const object: Place['holder'] = {};
  place.holder[place.key] = object;
  for (const field of fields) {
    if (place.isGone) return;
    resolveField(run, field, source, object, place);
  }
}

function resolveField(run: Run, field: FieldPlan, source: unknown, object: Place['holder'], above: Place): void {
  const { given } = run;
  try {
    const info = field.wantsInfo ? infoOf(run, field, above) : (undefined as unknown as GraphQLResolveInfo);
    const value = field.resolve(source, argumentsOf(run, field), given.contextValue, info);
    take(run, field, field.slot, object, field.key, above, value);
  } catch (error) {
    fail(run, field, field.slot, object, field.key, above, error);
  }
}

function take(
  run: Run,
  field: FieldPlan,
  slot: Slot,
  holder: Place['holder'],
  key: string | number,
  above: Place,
  value: unknown,
): void {
  if (!isPromise(value)) {
    put(run, field, slot, holder, key, above, value);
    return;
  }
  holder[key] = undefined; // preserves the order of the query
  run.pending++;
  const refused = (error: unknown) => fail(run, field, slot, holder, key, above, error);
  value.then(
    (found) => {
      try {
        if (isLost(above)) forget(found);
        else put(run, field, slot, holder, key, above, found);
      } catch (error) {
        refused(error);
      }
      settled(run);
    },
    (error: unknown) => {
      refused(error);
      settled(run);
    },
  );
}

function put(
  run: Run,
  field: FieldPlan,
  { isNullable, holds }: Slot,
  holder: Place['holder'],
  key: string | number,
  above: Place,
  value: unknown,
): void {
  if (value instanceof Error) throw value;
  if (value === null || value === undefined) {
    if (!isNullable) throw new Error(`Cannot return null for non-nullable field ${field.type.name}.${field.name}.`);
    holder[key] = null;
    return;
  }
  switch (holds.kind) {
    case 'leaf': {
      const told = holds.type.coerceOutputValue(value);
      if (told === null || told === undefined) throw new Error(`${holds.type} cannot tell a value.`);
      holder[key] = told;
      return;
    }
    case 'object':
      fill(run, holds.fields, value, { holder, key, isNullable, above, isGone: false });
      return;
    case 'list': {
      const place: Place = { holder, key, isNullable, above, isGone: false };
      putItems(run, field, holds.of, place, value);
    }
  }
}

function putItems(run: Run, field: FieldPlan, slot: Slot, place: Place, value: unknown): void {
  if (typeof value !== 'object' || value === null || !(Symbol.iterator in value)) {
    throw new Error(`Expected Iterable, but did not find one for field "${field.type.name}.${field.name}".`);
  }
  const values = Array.isArray(value) ? value : Array.from(value as Iterable<unknown>);
  const items: unknown[] = new Array(values.length);
  const holder = items as unknown as Place['holder'];
  place.holder[place.key] = items;
  for (const [at, item] of values.entries()) {
    if (place.isGone) {
      forget(item);
      continue;
    }
    try {
      take(run, field, slot, holder, at, place, item);
    } catch (error) {
      fail(run, field, slot, holder, at, place, error);
    }
  }
}

/** Ignores failures of an abandoned value. */
function forget(value: unknown): void {
  if (isPromise(value)) value.then(forget, () => {});
  else if (Array.isArray(value)) for (const item of value) forget(item);
}

/** Records an error, and nulls the nearest nullable ancestor. */
function fail(
  run: Run,
  field: FieldPlan,
  slot: Slot,
  holder: Place['holder'],
  key: string | number,
  above: Place,
  error: unknown,
): void {
  if (isLost(above)) return;
  run.errors.push(locatedError(error, field.nodes, [...pathOf(above), key]));
  if (slot.isNullable) {
    holder[key] = null;
    return;
  }
  let place = above;
  while (!place.isNullable && place.above) {
    place.isGone = true;
    place = place.above;
  }
  place.isGone = true;
  place.holder[place.key] = null;
}

/** Returns whether the position is no longer in the response. */
function isLost(place: Place): boolean {
  for (let at: Place | null = place; at; at = at.above) if (at.isGone) return true;
  return false;
}

function pathOf(place: Place): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at = place; at.above; at = at.above) path.unshift(at.key);
  return path;
}

function argumentsOf(run: Run, field: FieldPlan): Record<string, unknown> {
  if (!field.hasArguments) return noArguments;
  const known = run.arguments.get(field);
  if (known) return known;
  const values = getArgumentValues(field.definition, field.nodes[0]!, run.given.variableValues);
  run.arguments.set(field, values);
  return values;
}

function infoOf(run: Run, field: FieldPlan, above: Place): GraphQLResolveInfo {
  const { schema, fragmentDefinitions, rootValue, operation, variableValues } = run.given;
  return {
    fieldName: field.name,
    fieldNodes: field.nodes,
    returnType: field.definition.type,
    parentType: field.type,
    path: [...pathOf(above), field.key].reduce<GraphQLResolveInfo['path'] | undefined>(
      (prev, key) => ({ prev, key, typename: undefined }),
      undefined,
    )!,
    schema,
    fragments: fragmentDefinitions,
    rootValue,
    operation,
    variableValues,
    getAbortSignal: () => undefined,
    getAsyncHelpers: () => ({ promiseAll: (values) => Promise.all(values), track: () => {} }),
  };
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
