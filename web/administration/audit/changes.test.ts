import assert from 'node:assert/strict';
import test from 'node:test';
import { changesIn as changesInLanguage } from './changes.ts';

type Values = Record<string, unknown> | null;
const changesIn = (before: Values, after: Values) => changesInLanguage(before, after, 'en');

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

test('of lists with named entries only what differs, entry by entry, as the reader calls them', () => {
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

test('what only changed its order, or is empty, stands as a whole', () => {
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
