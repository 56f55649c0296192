import { westernFit } from '#server/platform/character-sets/letter-roles.ts';
import { type Encoding, isGuessed } from './decode.ts';
import type { FileRecord, FileRemark } from './file-record.ts';
import { hasUnlikelyLetters, mixesScripts } from './unlikely-letters.ts';

/** UTF-8 read as Windows-1252: "MÃ¼ller". */
const twiceEncoded = /[ÂÃ][\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€|[ÄÅ][\u0080-\u009F¤-¿]/;
/** "M?ller" and "M�ller". */
const lostLetter =
  /\uFFFD|\p{L}[?¿¹²³†‡ˆ‰‹›•˜™¢£¤¥¦¨¬¯±¶¸¼½¾÷×„”]\p{L}|(?<!\p{L})[£¿¯¥¦¬¼](?=\p{Ll}{2})|\p{L}{2}[³¹±¶¿¼¾](?!\p{L})|\p{L}\+A[A-P][\w/]-|(?<!\S)\p{M}(?=\p{L})/u;

/** "M&uuml;ller", perhaps without semicolon. */
const escaped =
  /&(?:[a-z](?:uml|acute|grave|circ|tilde|ring|cedil)|szlig|aelig|oslash|amp|quot|apos|nbsp|#x?[\da-f]{2,5})(?:;|$)/i;

/** Returns whether letters were probably lost; web addresses may contain question marks. */
const looksDamaged = (text: string): boolean =>
  (twiceEncoded.test(text) || mixesScripts(text) || lostLetter.test(text) || escaped.test(text)) &&
  !text.includes('://');

/** Returns whether a Windows-1252 text reads as well with Eastern letters. */
function isAlsoEastern(text: string): boolean {
  const fit = westernFit(text);
  return fit === 'either' || fit === 'eastern' || hasUnlikelyLetters(text);
}

/** Adds remarks on doubtful letters. `others`: lines that aren't UTF-8. */
export async function* withDoubts(
  records: AsyncGenerator<FileRecord>,
  encoding: Encoding,
  others: ReadonlySet<number> | null,
): AsyncGenerator<FileRecord> {
  const lines = [...(others ?? [])];
  let last: FileRecord | null = null;
  let isHeader = true;
  for await (const next of records) {
    if (last) yield isHeader ? last : withDoubt(last, next.line);
    if (last) isHeader = false;
    last = next;
  }
  if (last) yield isHeader ? last : withDoubt(last, Number.POSITIVE_INFINITY);

  function withDoubt(record: FileRecord, end: number): FileRecord {
    while (lines.length && lines[0]! < record.line) lines.shift();
    const remarks: FileRemark[] = [...(record.remarks ?? [])];
    const wide = record.cells.findIndex((cell) => /[^\p{ASCII}]/u.test(cell));
    const example = wide < 0 ? null : { at: wide, value: record.cells[wide]! };
    if (lines.length && lines[0]! < end) {
      remarks.push({ key: 'error_upload_mixed_encoding', at: null, value: example?.value ?? null });
    } else if (isGuessed(encoding) && example) remarks.push({ key: 'error_upload_guessed_encoding', ...example });
    else if (encoding === 'windows-1252') {
      const at = record.cells.findIndex((cell) => isAlsoEastern(cell));
      if (at >= 0) remarks.push({ key: 'error_upload_guessed_encoding', at, value: record.cells[at]! });
    }
    for (const [at, value] of record.cells.entries()) {
      if (looksDamaged(value)) remarks.push({ key: 'error_upload_damaged', at, value });
    }
    return remarks.length ? { ...record, remarks } : record;
  }
}
