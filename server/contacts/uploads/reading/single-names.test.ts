import assert from 'node:assert/strict';
import test from 'node:test';
import { decodeSingleByte, type SingleByte } from '#server/platform/character-sets/single-byte.ts';
import { namesByLanguage } from '#testing/people-files/names.ts';
import type { FileRecord } from './file-record.ts';
import { readFile } from './read-file.ts';

const eastern = ['windows-1250', 'iso-8859-2', 'ibm852', 'x-mac-ce'] as const;
const western = ['windows-1252', 'macintosh', 'ibm850'] as const;
const encodings: Readonly<Record<string, readonly SingleByte[]>> = {
  ...Object.fromEntries(['pl', 'cs', 'sk', 'hu', 'ro', 'hr'].map((language) => [language, eastern])),
  ...Object.fromEntries(['de', 'fr', 'es', 'no', 'it'].map((language) => [language, western])),
  tr: ['windows-1254'],
  ru: ['windows-1251'],
};

function encoded(text: string, encoding: SingleByte): Uint8Array | null {
  const bytes = new Map(
    Array.from({ length: 128 }, (_none, at) => [decodeSingleByte(Uint8Array.of(at + 128), encoding), at + 128]),
  );
  const found = Array.from(text, (sign) => (sign < '\u0080' ? sign.charCodeAt(0) : bytes.get(sign)));
  return found.includes(undefined) ? null : Uint8Array.from(found as number[]);
}

async function secondRow(bytes: Uint8Array): Promise<FileRecord> {
  const rows: FileRecord[] = [];
  for await (const record of (await readFile(new Uint8Array(bytes))).records) rows.push(record);
  return rows[1]!;
}

test('a file with one name in any character set is read right or has a remark', async () => {
  let tried = 0;
  const wrong: string[] = [];
  for (const [language, names] of Object.entries(namesByLanguage)) {
    for (const [name, encoding] of names.flatMap((one) => encodings[language]!.map((set) => [one, set] as const))) {
      const bytes = encoded(`Vorname;Nachname;Mobil\r\nAnna;${name};0171 3920099\r\n`, encoding);
      if (!bytes) continue;
      tried++;
      const row = await secondRow(bytes);
      if (row.cells[1] !== name && !row.remarks?.length) wrong.push(`${encoding} ${name}`);
    }
  }
  assert.ok(tried > 1_900, `${tried}`);
  assert.deepEqual(wrong, []);
});

test('names of Western Europe in Windows-1252 have no remark, with few exceptions', async () => {
  const remarked: string[] = [];
  for (const name of ['de', 'fr', 'es', 'no', 'it'].flatMap((language) => namesByLanguage[language]!)) {
    const bytes = encoded(`Vorname;Nachname;Mobil\r\nAnna;${name};0171 3920099\r\n`, 'windows-1252')!;
    const row = await secondRow(bytes);
    if (row.remarks?.length) remarked.push(name);
  }
  assert.deepEqual(remarked, ['Þór', 'Guðmundur', 'Sigríður', 'Cantù', 'Cefalù', 'Gesù']);
});
