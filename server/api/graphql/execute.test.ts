import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  type ExecutionResult,
  execute,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  GraphQLSchema,
  parse,
  validate,
} from 'graphql';
import { executeQuery } from './execute.ts';

/** The data that decide a query's values. */
interface Values {
  seed: number;
  /** Some come later, in any order. */
  late: boolean;
}

const kinds: Record<string, GraphQLOutputType> = { number: GraphQLInt };
const thing: GraphQLObjectType = new GraphQLObjectType({
  name: 'Thing',
  fields: () =>
    Object.fromEntries(
      Object.entries(kinds).map(([name, type]) => [
        name,
        {
          type,
          args: { more: { type: GraphQLInt, defaultValue: 0 } },
          resolve: (_source: unknown, { more }: { more: number | null }, values: Values, info: GraphQLResolveInfo) =>
            valueAt(keyOf(info.path), values, name, more ?? 0),
        },
      ]),
    ),
});
Object.assign(kinds, {
  mustNumber: new GraphQLNonNull(GraphQLInt),
  thing,
  mustThing: new GraphQLNonNull(thing),
  things: new GraphQLList(new GraphQLNonNull(thing)),
  maybeThings: new GraphQLNonNull(new GraphQLList(thing)),
  numbers: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLInt))),
});
const schema = new GraphQLSchema({ query: thing });

function keyOf(path: GraphQLResolveInfo['path'] | undefined): string {
  return path ? `${keyOf(path.prev)}/${path.key}` : '';
}

function hash(text: string, seed: number): number {
  let found = seed;
  for (const letter of text) found = (Math.imul(found ^ letter.codePointAt(0)!, 16777619) >>> 0) % 2 ** 31;
  return found;
}

/** Returns a suitable value; sometimes null, an error or an unsuitable one. */
function valueAt(path: string, { seed, late }: Values, name: string, more: number): unknown {
  const chance = hash(path, seed);
  const wrong: Record<number, unknown> = { 0: null, 1: new Error(path), 2: name.includes('umber') ? 'wrong' : null };
  const single = name.includes('umber') ? (chance % 1000) + more : {};
  const right = () =>
    name.endsWith('s')
      ? [0, 1, 2].slice(chance % 3).map((at) => valueAt(`${path}/${at}`, { seed, late }, name.slice(0, -1), more))
      : single;
  const value = chance % 24 in wrong ? wrong[chance % 24] : right();
  if (!late || chance % 5 > 2) {
    if (value instanceof Error && chance % 2) throw value;
    return value;
  }
  const turns = chance % 7;
  const coming = (async () => {
    for (let turn = 0; turn < turns; turn++) await null;
    if (value instanceof Error) throw value;
    return value;
  })();
  // a list that throws drops this promise
  coming.catch(() => {});
  return coming;
}

const names = ['number', 'mustNumber', 'thing', 'mustThing', 'things', 'maybeThings', 'numbers'];
const { selection } = fc.letrec<{ selection: string; field: string }>((tie) => ({
  selection: fc.array(tie('field'), { minLength: 1, maxLength: 4 }).map((all) => all.join(' ')),
  field: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      'number',
      'mustNumber',
      'numbers',
      '__typename',
      'kind: __typename',
      'alias: number(more: $more)',
      'number(more: null)',
      '...Some',
    ),
    tie('selection').chain((inner) =>
      fc.constantFrom(
        ...names.filter((name) => name.includes('hing')).map((name) => `${name} { ${inner} }`),
        `other: mustThing { ${inner} }`,
        `... on Thing { ${inner} }`,
        `... { ${inner} }`,
      ),
    ),
  ),
}));
const question = selection.map(
  (all) => `query Q($more: Int = 7) { ${all} } fragment Some on Thing { mustNumber thing { number mustNumber } }`,
);

async function both(text: string, values: Values, variableValues: { more?: number } = {}) {
  const args = { schema, document: parse(text), contextValue: values, rootValue: {}, variableValues };
  const planned = await executeQuery(args);
  return { planned, expected: await execute(args) };
}

const told = ({ errors = [] }: ExecutionResult) => errors.map(({ message, path }) => `${path}: ${message}`);
const plain = (value: unknown) => JSON.stringify(value);

test('a planned query returns the result of GraphQL, with errors and order as requested', async () => {
  let errors = 0;
  await fc.assert(
    fc.asyncProperty(question, fc.nat(), fc.option(fc.nat(9), { nil: undefined }), async (text, seed, more) => {
      if (validate(schema, parse(text)).length) return; // the same name for two things
      const { planned, expected } = await both(text, { seed, late: false }, more === undefined ? {} : { more });
      assert.equal(plain(planned!.data), plain(expected.data));
      assert.deepEqual(told(planned!), told(expected));
      errors += told(expected).length;
    }),
    { numRuns: 400 },
  );
  assert.ok(errors > 50, `${errors}`);
});

test('places late results in any order, and a missing required value makes its parent null', async () => {
  let nulls = 0;
  await fc.assert(
    fc.asyncProperty(question, fc.nat(), async (text, seed) => {
      if (validate(schema, parse(text)).length) return;
      const { planned, expected } = await both(text, { seed, late: true });
      assert.equal(plain(planned!.data), plain(expected.data));
      assert.equal(told(planned!).length > 0, told(expected).length > 0);
      if (expected.data === null) nulls++;
    }),
    { numRuns: 400 },
  );
  assert.ok(nulls > 10, `${nulls}`);
});

test('leaves unplanned queries to GraphQL: directives, introspection and exponential fragments', () => {
  const fragments = Array.from(
    { length: 20 },
    (_, n) => `fragment F${n} on Thing { a: thing { ...F${n + 1} } b: thing { ...F${n + 1} } }`,
  );
  for (const text of [
    '{ number @include(if: true) }',
    '{ ... @skip(if: true) { number } }',
    '{ __schema { types { name } } }',
    `{ ...F0 } ${fragments.join(' ')} fragment F20 on Thing { number }`,
    'query ($more: Int!) { number(more: $more) }',
  ]) {
    assert.equal(executeQuery({ schema, document: parse(text), contextValue: { seed: 1, late: false } }), null, text);
  }
});

test('visits fragments that name each other twice only once', async () => {
  const fragments = Array.from({ length: 60 }, (_, n) => `fragment F${n} on Thing { ...F${n + 1} ...F${n + 1} }`);
  const text = `{ thing { ...F0 } } ${fragments.join(' ')} fragment F60 on Thing { __typename }`;
  const { planned, expected } = await both(text, { seed: 1, late: false });
  assert.equal(plain(planned), plain(expected));
});
