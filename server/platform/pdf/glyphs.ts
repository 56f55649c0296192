import { readFileSync } from 'node:fs';
import { fontFiles } from './fonts.ts';

let known: Set<number> | undefined;

export function hasGlyph(character: string): boolean {
  known ??= charactersOf(readFileSync(fontFiles.normal));
  return known.has(character.codePointAt(0)!);
}

/** Returns the characters of an OpenType font, from formats 4 and 12 of its cmap table. */
function charactersOf(font: Buffer): Set<number> {
  const found = new Set<number>();
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => 12 + 16 * at);
  const table = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap')!;
  const cmap = font.readUInt32BE(table + 8);
  for (let at = 0; at < font.readUInt16BE(cmap + 2); at += 1) {
    const subtable = cmap + font.readUInt32BE(cmap + 8 + 8 * at);
    const format = font.readUInt16BE(subtable);
    if (format === 4) addSegments(font, subtable, found);
    if (format === 12) addGroups(font, subtable, found);
  }
  return found;
}

function addSegments(font: Buffer, table: number, found: Set<number>): void {
  const bytes = font.readUInt16BE(table + 6); // two for each segment
  for (let at = 0; at < bytes; at += 2) {
    const end = font.readUInt16BE(table + 14 + at);
    const start = font.readUInt16BE(table + 16 + bytes + at);
    const delta = font.readUInt16BE(table + 16 + 2 * bytes + at);
    const offsetAt = table + 16 + 3 * bytes + at;
    const offset = font.readUInt16BE(offsetAt);
    for (let code = start; code <= end && code < 0xffff; code += 1) {
      const glyph = offset === 0 ? code + delta : font.readUInt16BE(offsetAt + offset + 2 * (code - start));
      if (glyph % 65_536 !== 0) found.add(code);
    }
  }
}

function addGroups(font: Buffer, table: number, found: Set<number>): void {
  for (let at = 0; at < font.readUInt32BE(table + 12); at += 1) {
    const group = table + 16 + 12 * at;
    const [start, end] = [font.readUInt32BE(group), font.readUInt32BE(group + 4)];
    for (let code = start; code <= end; code += 1) if (font.readUInt32BE(group + 8) + code - start) found.add(code);
  }
}
