import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { severalOf } from './several.ts';
import { splitName } from './split-name.ts';

const names: readonly (readonly [text: string, parts: string])[] = [
  ['Weiß, Anna', '|Anna|Weiß'],
  ['Anna Weiß', '|Anna|Weiß'],
  ['Weiß, Dr. Anna', 'Dr.|Anna|Weiß'],
  ['Dr. Weiß, Anna', 'Dr.|Anna|Weiß'],
  ['Frau Prof. Dr. med. Anna Maria von der Heide', 'Prof. Dr. med.|Anna Maria|von der Heide'],
  ['von der Heide, Anna', '|Anna|von der Heide'],
  ['Heide, Anna von der', '|Anna|von der Heide'],
  ['Anna Weiß, M.Sc.', 'M.Sc.|Anna|Weiß'],
  ['Dipl.-Ing. (FH) Jörg Müller-Lüdenscheidt', 'Dipl.-Ing. (FH)|Jörg|Müller-Lüdenscheidt'],
  ['Dr. h. c. Anna Weiß', 'Dr. h.c.|Anna|Weiß'],
  ['Ludwig van Beethoven', '|Ludwig|van Beethoven'],
  ['C. Weiß', '|C.|Weiß'],
  ['Pforte', '||Pforte'],
  ['Dr. Weiß', 'Dr.||Weiß'],
];
for (const [text, parts] of names) {
  test(`"${text}" is a name`, () => {
    const { title, firstName, lastName } = splitName(text, 'firstNameFirst');
    assert.equal([title, firstName, lastName].join('|'), parts);
  });
}

test('a header with the family name first decides when there is no comma', () => {
  assert.deepEqual(splitName('Weiß Anna Maria', 'lastNameFirst'), {
    title: '',
    firstName: 'Anna Maria',
    lastName: 'Weiß',
  });
  assert.deepEqual(splitName('von Weiß Anna', 'lastNameFirst'), { title: '', firstName: 'Anna', lastName: 'von Weiß' });
});

test('loses and doubles no word of a name', () => {
  const word = fc.stringMatching(/^[A-ZÄ][a-zß]{2,8}$/);
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('firstNameFirst', 'lastNameFirst'),
      (words, order) => {
        const { title, firstName, lastName } = splitName(words.join(' '), order);
        const kept = [title, firstName, lastName]
          .join(' ')
          .split(' ')
          .filter((one) => one);
        const dropped = words.filter((one) => /^(frau|herrn?|miss|divers)$/i.test(one));
        assert.equal(kept.length, words.length - dropped.length);
      },
    ),
  );
});

const cells: readonly (readonly [cell: string, found: string])[] = [
  ['0171 3920099', ':0171 3920099'],
  ['0171 3920099 / 0351 208', ':0171 3920099|:0351 208'],
  ['030/12345', ':030/12345'],
  ['privat: 0171 1; dienstlich: 0172 2', 'privat:0171 1|dienstlich:0172 2'],
  ['Büro 0351 208\nHandy (0171) 39', 'Büro:0351 208|Handy:(0171) 39'],
  ['0171 39 (privat)', '(privat):0171 39'],
  ['a@x.example; Privat: b@y.example', ':a@x.example|Privat:b@y.example'],
  ['Weiß Anna <anna@x.example>', 'Weiß Anna:anna@x.example'],
  ['cell work: +49 171 39', 'cell work:+49 171 39'],
];
for (const [cell, found] of cells) {
  test(`a cell ${JSON.stringify(cell)} contains ${found}`, () => {
    assert.equal(
      severalOf(cell)
        .map(({ label, value }) => `${label}:${value}`)
        .join('|'),
      found,
    );
  });
}

test('a cell of very many parts has twenty and a rest that is none', () => {
  const found = severalOf(Array.from({ length: 5000 }, (_, n) => `privat: ${n}`).join(', '));
  assert.deepEqual([found.length, found[19]], [21, { label: 'privat', value: '19' }]);
  assert.match(found[20]!.value, /^… privat: 20, privat: 21, .* privat: 4999$/);
});
