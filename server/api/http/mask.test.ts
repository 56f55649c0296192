import assert from 'node:assert/strict';
import test from 'node:test';
import { execute, GraphQLInt, GraphQLNonNull, GraphQLObjectType, GraphQLSchema, GraphQLString, parse } from 'graphql';
import type { App } from '#server/platform/context.ts';
import { isRequestFault, refusalOf } from './mask.ts';

const fields = {
  number: { type: GraphQLInt, resolve: () => 'of Erika Mustermann' },
  text: { type: new GraphQLNonNull(GraphQLString), resolve: () => null },
  echo: { type: GraphQLInt, args: { given: { type: new GraphQLNonNull(GraphQLInt) } }, resolve: () => 1 },
};
const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields }) });

async function errorOf(query: string, variableValues: Record<string, unknown> = {}) {
  const { errors } = await execute({ schema, document: parse(query), variableValues });
  return errors![0]!;
}

test('a result that does not fit its type is a server error and is never quoted', async () => {
  for (const query of ['{ number }', '{ text }']) {
    const logged: object[] = [];
    const log = { error: (line: object) => logged.push(line) } as unknown as App['log'];
    const error = await errorOf(query);
    assert.equal(isRequestFault(error), false, error.message);
    const refusal = refusalOf(error, { log });
    assert.deepEqual([refusal.message, logged.length], ['error_internal', 1]);
    assert.doesNotMatch(JSON.stringify([refusal, logged]), /Erika|cannot represent/);
  }
});

test('an invalid argument is a client error, whenever it is detected', async () => {
  assert.equal(isRequestFault(await errorOf('query ($n: Int = 1) { echo(given: $n) }', { n: null })), true);
  assert.equal(isRequestFault(await errorOf('query ($n: Int) { echo(given: $n) }')), true);
  assert.equal(isRequestFault(await errorOf('query ($n: Int) { echo(given: $n) }', { n: 'x' })), true);
});
