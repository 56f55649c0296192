import assert from 'node:assert/strict';
import test from 'node:test';
import { changesIn as changesInLanguage } from './changes.ts';

type Values = Record<string, unknown> | null;
const changesIn = (before: Values, after: Values) => changesInLanguage(before, after, 'en');

test('shows every changed value separately with its former value', () => {
  assert.deepEqual(changesIn({ name: 'Haus Nord', address: null }, { name: 'Haus Süd', address: 'Weg 1' }), [
    { path: ['name'], before: 'Haus Nord', after: 'Haus Süd', hidden: false },
    { path: ['address'], before: null, after: 'Weg 1', hidden: false },
  ]);
});

test('shows only the differing parts of a field with several values', () => {
  const before = { settings: { host: 'mail.example.org', port: 25 } };
  const after = { settings: { host: 'mail.example.org', port: 587 } };
  assert.deepEqual(changesIn(before, after), [{ path: ['settings', 'port'], before: 25, after: 587, hidden: false }]);
});

test('shows only that a secret changed', () => {
  const [change] = changesIn({ settings: { password: true } }, { settings: { password: 'replaced' } });
  assert.equal(change?.hidden, true);
  const [first] = changesIn({ settings: { password: false } }, { settings: { password: true } });
  assert.equal(first?.hidden, false);
});

test('shows the values of a created or deleted row', () => {
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

test('shows differences of lists with named entries, entry by entry, in words', () => {
  const place = { key: 'place', kind: 'text', label: 'Ort', labelEn: 'Place' };
  const sections = (field: object, more: object[] = []) => [
    { key: 'head', title: 'Kopf', titleEn: 'Head', fields: [field] },
    ...more,
  ];
  const before = { template: { version: 1, sections: sections(place) } };
  const after = {
    template: {
      version: 1,
      sections: sections({ ...place, required: true }, [{ key: 'end', title: 'Ende', fields: [] }]),
    },
  };
  assert.deepEqual(
    changesIn(before, after).map(({ path, before: was, after: is }) => [path.join(' > '), was, is]),
    [
      ['template > sections > Head > fields > Place > required', null, true],
      ['template > sections > Ende', null, { key: 'end', title: 'Ende', fields: [] }],
    ],
  );
});

test('shows reordered and empty lists as a whole', () => {
  const [yes, no] = [
    { value: 1, label: 'Ja' },
    { value: 2, label: 'Nein' },
  ];
  assert.deepEqual(
    changesIn({ options: [yes, no], steps: null }, { options: [no, yes], steps: {} }).map(({ path, before }) => [
      path,
      before,
    ]),
    [
      [['options'], [yes, no]],
      [['steps'], null],
    ],
  );
});
