import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { breakLines } from './lines.ts';
import { partsOf } from './parts.ts';
import { shareWidth } from './widths.ts';

const measure = (text: string) => text.length;
const setting = { measure, partsOf: (word: string) => partsOf(word, 'de') };
const lines = (text: string, wide: number) => breakLines(text, wide, setting);
const shown = (text: string, wide: number) => lines(text, wide).map((line) => line.text + (line.hyphen ? '-' : ''));

test('hyphenates words as German allows, but not addresses, numbers and file names', () => {
  assert.deepEqual(shown('Die Krankenhausalarmplanung', 14), ['Die Kranken-', 'hausalarmpla-', 'nung']);
  assert.deepEqual(partsOf('„Evakuierungsmaßnahmen“,', 'de').slice(0, 2), ['„Eva', 'ku']);
  assert.deepEqual(partsOf('Evakuierung', 'en'), ['Evakuierung'], 'an English file parts nothing');
  for (const word of ['AB123456CD', 'Haus']) assert.deepEqual(partsOf(word, 'de'), [word]);
  for (const name of [
    'https://example.org/krankenhausalarmplanung',
    'krankenhaus@example.org',
    'krankenhaus_plan.pdf',
  ]) {
    assert.ok(
      lines(`siehe ${name}`, 16).every(({ hyphen }) => !hyphen),
      name,
    );
  }
  const command = '\u00a0systemctl restart krankenhausalarmplanung';
  assert.ok(lines(command, 16).every(({ hyphen }) => !hyphen));
  assert.deepEqual(shown('\u00a0mk systemd-run --on-failure', 14), ['\u00a0mk ', 'systemd-run ', '--on-failure']);
  assert.ok(
    lines(command.trim(), 16).some(({ hyphen }) => hyphen),
    'only a line that begins with a no-break space is one',
  );
});

test('loses no text and exceeds no line width for any input', () => {
  const word = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.constantFrom('Krankenhausalarmplanung', 'Ein-Satz/Leitung', ' ', '\n', '👩‍🚒', 'a'.repeat(90)),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), fc.integer({ min: 4, max: 60 }), (words, wide) => {
      const text = words.join(' ');
      const found = lines(text, wide);
      assert.equal(found.map((line) => line.text).join(''), text.replaceAll('\n', ''));
      for (const line of found) {
        const width = measure(line.text.trimEnd()) + (line.hyphen ? 1 : 0);
        assert.ok(width <= wide || [...line.text.trimEnd()].length === 1, `${line.text} in ${wide}`);
      }
    }),
  );
});

test('narrow columns get the width of their titles, and all columns fill the page', () => {
  const rows = [
    ['Bereich', 'Im Einsatz', 'Bemerkung'],
    ['Bereich 12', '3', 'ein langer Text '.repeat(20)],
  ];
  const points = (text: string) => text.length * 5;
  const widths = shareWidth(480, rows, 3, points);
  assert.ok(widths[0]! >= points('Bereich 12') && widths[1]! >= points('Im Einsatz'), String(widths));
  assert.equal(Math.round(widths.reduce((total, width) => total + width, 0)), 480);
  fc.assert(
    fc.property(fc.array(fc.array(fc.string(), { minLength: 4, maxLength: 4 }), { maxLength: 6 }), (table) => {
      const shares = shareWidth(400, table, 4, points);
      assert.equal(Math.round(shares.reduce((total, width) => total + width, 0)), 400);
      assert.ok(shares.every((width) => width > 0));
    }),
  );
});
