import assert from 'node:assert/strict';
import test from 'node:test';
import { findUses } from './translation-keys.ts';

const usesOf = (text: string) => findUses([{ path: 'web/a.tsx', text }], ['common', 'events', 'messages']);
const keysOf = (text: string) => [...usesOf(text).keys.keys()].sort();

test('reads keys in the namespaces of the file for any function name', () => {
  assert.deepEqual(keysOf(`const { t } = useTranslation('events'); t('list.title', { count })`), ['events:list.title']);
  assert.deepEqual(keysOf(`const { t } = useTranslation(); t('save')`), ['common:save']);
  assert.deepEqual(keysOf(`const { t: event } = useTranslation('events'); event('name'); sort('no')`), ['events:name']);
  assert.deepEqual(keysOf(`const { t } = useTranslation(['events', 'messages']); t('name')`), [
    'events:name messages:name',
  ]);
});

test('counts both branches of a condition, not its comparison', () => {
  const keys = keysOf(`useTranslation('events'); t(status === 'draft' ? 'one' : 'two')`);
  assert.deepEqual(keys, ['events:one', 'events:two']);
});

test('counts full keys anywhere, also in tables and in Trans', () => {
  assert.deepEqual(keysOf(`const route = { title: 'events:title' }`), ['events:title']);
  assert.deepEqual(keysOf(`<Trans i18nKey="events:hint" components={{ b: <b /> }} />, t(other)`), ['events:hint']);
});

test('keys assembled at run time become patterns, also declared ones', () => {
  const { patterns } = usesOf(
    `useTranslation('events'); t(\`status.\${status}.title\`) // translations: messages:kind.*`,
  );
  const matches = (key: string) => patterns.filter(({ pattern }) => pattern.test(key)).length;
  assert.equal(patterns.length, 2);
  assert.deepEqual(['events:status.draft.title', 'messages:kind.a', 'events:status.title'].map(matches), [1, 1, 0]);
});
