import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { fillPlaceholders, openPlaceholders, personalPlaceholders, placeholdersIn } from './placeholders.ts';

const names = ['event.name', 'event.date', 'now', 'answer.link', 'input:"Ort"', 'nothing.known'];
const blank = fc.constantFrom('', ' ', '  ', '\t', '\n', ' ', '&nbsp;');
const written = fc
  .tuple(blank, fc.constantFrom(...names), blank)
  .map(([before, name, after]) => `{{${before}${name}${after}}}`);
const piece = fc.oneof(written, fc.constantFrom('{', '}', '{{', '}}', '<b>', '</b>', ' '), fc.string({ maxLength: 6 }));
const texts = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const everything = Object.fromEntries(names.map((name) => [name, 'x']));
/** Excludes nested braces: only the author can cause them, and they occur in no meaningful text. */
const nested = (text: string) => fillPlaceholders(text, everything).includes('{{');
const valuesOf = fc.dictionary(fc.constantFrom(...names), fc.oneof(texts, fc.constant('')));

test('a value never becomes a placeholder or opens one', () => {
  fc.assert(
    fc.property(texts, valuesOf, (text, values) => {
      fc.pre(!nested(text));
      const before = placeholdersIn(text);
      const after = placeholdersIn(fillPlaceholders(text, values));
      for (const name of after) assert.ok(before.includes(name), `${name} appeared`);
      for (const name of after) assert.ok(!values[name], `${name} was known and still stands`);
    }),
    { numRuns: 2000 },
  );
});

test('filling twice equals filling once', () => {
  fc.assert(
    fc.property(texts, valuesOf, (text, values) => {
      fc.pre(!nested(text));
      const once = fillPlaceholders(text, values);
      assert.equal(fillPlaceholders(once, values), once);
    }),
  );
});

test('unknown and empty placeholders stay unchanged', () => {
  fc.assert(fc.property(texts, (text) => assert.equal(fillPlaceholders(text, {}), text)));
  assert.equal(fillPlaceholders('{{ event.name }} {{x.y}}', { 'event.name': '' }), '{{ event.name }} {{x.y}}');
  assert.equal(fillPlaceholders('{{ constructor }} {{toString}}', {}), '{{ constructor }} {{toString}}');
});

test('lists placeholders that are neither filled nor personal as open', () => {
  fc.assert(
    fc.property(texts, valuesOf, (text, values) => {
      const open = openPlaceholders(text, values);
      const expected = placeholdersIn(text).filter((name) => !values[name] && !personalPlaceholders.has(name));
      assert.deepEqual(open, expected);
    }),
  );
  assert.deepEqual(openPlaceholders('{{ answer.link }} {{ person.firstName }} {{ evnt.name }}', {}), ['evnt.name']);
});

test('ignores spaces, quotes and markup within the braces', () => {
  for (const text of ['{{event.name}}', '{{ event.name }}', '{{&nbsp;event.name }}', '{{\n event.name}}']) {
    assert.equal(fillPlaceholders(text, { 'event.name': 'Brand' }), 'Brand', text);
  }
  for (const text of ['{{ input:"Treffpunkt" }}', '{{input: "Treffpunkt"}}', '{{ input:„Treffpunkt“ }}']) {
    assert.deepEqual(placeholdersIn(text), ['input:"Treffpunkt"'], text);
  }
  assert.deepEqual(placeholdersIn('<p>{{ input:&quot;Raum 1&quot; }}</p>'), ['input:"Raum 1"']);
  assert.equal(fillPlaceholders('<p>{{ <b>event.name</b> }}</p>', { 'event.name': 'Brand' }), '<p>Brand<b></b></p>');
});

test('escapes values in HTML and keeps them literal in plain text', () => {
  const values = { 'event.name': 'A < B & "C"', 'event.address': 'Weg 1\nUlm' };
  assert.equal(
    fillPlaceholders('<p>{{ event.name }}, {{ event.address }}</p>', values),
    '<p>A &lt; B &amp; &quot;C&quot;, Weg 1<br>Ulm</p>',
  );
  assert.equal(fillPlaceholders('{{ event.name }}: a < b', values), 'A < B & "C": a < b');
});
