import assert from 'node:assert/strict';
import test from 'node:test';
import { isEnumType, isInputObjectType, isObjectType } from 'graphql';
import { schema } from './schema.ts';

const roots = [schema.getQueryType()!, schema.getMutationType()!, schema.getSubscriptionType()!];

test('every root field declares a feature, signedIn or public', () => {
  for (const root of roots) {
    for (const field of Object.values(root.getFields())) {
      const options = field.extensions['pothosOptions'] as { authScopes?: object } | undefined;
      assert.ok(options?.authScopes, `${root.name}.${field.name} declares no authScopes`);
    }
  }
});

test('describes all own types, fields and arguments, because the schema is the public manual', () => {
  const silent: string[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || ['Query', 'Mutation', 'Subscription'].includes(type.name)) continue;
    if ((isObjectType(type) || isInputObjectType(type) || isEnumType(type)) && !type.description)
      silent.push(type.name);
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      if (!field.description) silent.push(`${type.name}.${field.name}`);
    }
  }
  assert.deepEqual(silent, []);
});
