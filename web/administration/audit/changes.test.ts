import assert from 'node:assert/strict';
import test from 'node:test';
import { changesIn } from './changes.ts';

test('every changed value stands by itself, with what it was', () => {
  assert.deepEqual(changesIn({ name: 'Haus Nord', address: null }, { name: 'Haus Süd', address: 'Weg 1' }), [
    { path: ['name'], before: 'Haus Nord', after: 'Haus Süd', hidden: false },
    { path: ['address'], before: null, after: 'Weg 1', hidden: false },
  ]);
});

test('of a field with several values only the parts that differ', () => {
  const before = { settings: { host: 'mail.example.org', port: 25 } };
  const after = { settings: { host: 'mail.example.org', port: 587 } };
  assert.deepEqual(changesIn(before, after), [{ path: ['settings', 'port'], before: 25, after: 587, hidden: false }]);
});

test('a new secret only says that it changed', () => {
  const [change] = changesIn({ settings: { password: true } }, { settings: { password: 'replaced' } });
  assert.equal(change?.hidden, true);
  const [first] = changesIn({ settings: { password: false } }, { settings: { password: true } });
  assert.equal(first?.hidden, false);
});

test('a row that was made or removed shows what it holds', () => {
  assert.deepEqual(
    changesIn(null, { name: 'Haus', settings: { host: 'x' } }).map(({ path, after }) => [path.join('.'), after]),
    [
      ['name', 'Haus'],
      ['settings.host', 'x'],
    ],
  );
  assert.deepEqual(
    changesIn({ roles: ['editor'] }, null).map(({ before, after }) => [before, after]),
    [[['editor'], null]],
  );
});
