import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import test from 'node:test';
import fc from 'fast-check';
import { formatPath, formatPaths, parsePaths } from '#server/contacts/uploads/group-paths.ts';
import { csvOf, withoutApostrophe } from '#server/platform/csv.ts';
import { utf16, windows1252 } from '#testing/uploads.ts';
import { parseCsv } from './csv-records.ts';
import { decodedText, encodingOf } from './decode.ts';

async function read(bytes: Uint8Array) {
  const { separator, records } = await parseCsv(decodedText(bytes, encodingOf(bytes)));
  const rows: { line: number; cells: string[] }[] = [];
  for await (const record of records) rows.push(record);
  return { separator, rows };
}

/** Cells with separators, quotes, formulas and line breaks. */
const signs = fc.constantFrom(...'ab ;,"\'=+-@/\\\n', 'äb', 'aß', ' € '); // a lone Ä fits many character sets
const cell = fc.string({ unit: signs, maxLength: 12 }).map((text) => text.trim());
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }))
  .map((rows) => [rows[0]!.map((_cell, at) => `Spalte ${at}`), ...rows]);

test('reads written CSV again in every encoding, with the first line of each record', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.constantFrom('utf-8', 'le', 'be', '1252'), async (rows, encoding) => {
      const text = csvOf(rows);
      const plain = text.slice(1);
      const bytes = {
        'utf-8': () => new Uint8Array(Buffer.from(text)),
        '1252': () => windows1252(plain),
        le: () => utf16(plain, 'le'),
        be: () => utf16(plain, 'be'),
      }[encoding]!();
      // "ß€" in Windows-1252 is a letter of N'Ko in UTF-8
      fc.pre(encoding !== '1252' || /^[\0-\x7f]*$/.test(plain) || !isUtf8(bytes));
      const found = await read(bytes);
      assert.deepEqual(
        found.rows.map(({ cells }) => cells.map(withoutApostrophe)),
        rows,
      );
      let line = 1;
      for (const [at, record] of found.rows.entries()) {
        assert.equal(record.line, line);
        line += 1 + rows[at]!.join('').split('\n').length - 1;
      }
    }),
  );
});

test('characters and line breaks between two pieces of a file stay whole', async () => {
  for (const shift of [0, 1, 2, 3]) {
    const head = `Kopf;${'x'.repeat(65_536 - 9 + shift)}`.replace(/(x{5000})/g, '$1;');
    const { rows } = await read(Buffer.from(`${head}€\r\nÄ;ß\r\n`));
    assert.deepEqual(
      rows.map(({ line }) => line),
      [1, 2],
    );
    assert.ok(rows[0]!.cells.at(-1)!.endsWith('€'));
    assert.deepEqual(rows[1]!.cells, ['Ä', 'ß']);
  }
});

test('reads paths of groups as they are written for any names', () => {
  const name = fc.string({ unit: fc.constantFrom(...'ab/;\\ Ä'), minLength: 1, maxLength: 8 });
  const names = name.map((text) => text.trim()).filter((text) => text !== '');
  fc.assert(
    fc.property(fc.array(fc.array(names, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }), (paths) => {
      assert.deepEqual(parsePaths(formatPaths(paths.map(formatPath))), paths);
    }),
  );
});
