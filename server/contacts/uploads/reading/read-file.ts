import { Refusal } from '#server/platform/errors.ts';
import { parseCsv } from './csv-records.ts';
import { decodedText, encodingOf, otherLines } from './decode.ts';
import { withDoubts } from './doubtful-letters.ts';
import type { PeopleFile } from './file-record.ts';
import { withWholeCharacters } from './vcard-folding.ts';
import { vcardRecords } from './vcard-records.ts';

const zip = [0x50, 0x4b, 0x03, 0x04];
/** The first bytes of workbooks before 2007 and of encrypted ones. */
const ole = [0xd0, 0xcf, 0x11, 0xe0];

/** Reads a file by content: workbook, vCards, otherwise CSV. May never end: call `withPeopleFile`. */
export async function readFile(bytes: Uint8Array<ArrayBuffer>): Promise<PeopleFile> {
  const begins = (with_: readonly number[]) => with_.every((byte, at) => bytes[at] === byte);
  if (begins(ole)) throw new Refusal('error_upload_old_workbook');
  if (isOtherProgram(bytes, begins(zip))) throw new Refusal('error_upload_binary');
  if (begins(zip)) {
    const { workbookRecords } = await import('./workbook-records.ts'); // most files are no workbooks
    return {
      format: 'xlsx',
      encoding: 'utf-8',
      separator: '',
      records: withDoubts(workbookRecords(bytes), 'utf-8', null),
    };
  }
  const isCards = await beginsWithCard(
    decodedText(bytes.subarray(0, cardStart), encodingOf(bytes.subarray(0, cardStart))),
  );
  const file = isCards ? withWholeCharacters(bytes) : bytes;
  const encoding = encodingOf(file);
  const others = encoding.includes('+') ? otherLines(file) : null;
  if (isCards) {
    const cards = vcardRecords(file, encoding);
    return { format: 'vcf', encoding, separator: '', records: withDoubts(cards, encoding, others) };
  }
  const { separator, records } = await parseCsv(decodedText(bytes, encoding));
  return { format: 'csv', encoding, separator, records: withDoubts(records, encoding, others) };
}

const cardStart = 64;
const otherStart = 4_000;

/** Returns whether a file is of an unsupported program, by archive parts or first bytes. */
function isOtherProgram(bytes: Uint8Array, isArchive: boolean): boolean {
  const start = Buffer.from(bytes.subarray(0, otherStart)).toString('latin1');
  if (isArchive) return /mimetypeapplication\/vnd\.oasis|Index\/[A-Z][\w/]{0,40}\.iwa|word\/|ppt\//.test(start);
  const text = start.replace(/^(?:\xEF\xBB\xBF)?\s{0,200}/, '').slice(0, 200);
  return /^(?:<(?:!doctype|html|\?xml|table|body|head|meta)\b|[[{]\s{0,100}["[{]|%PDF-|\{\\rtf|begin:\s?vcalendar\b|mime-version:|id;p)/i.test(
    text,
  );
}

async function beginsWithCard(text: AsyncGenerator<string>): Promise<boolean> {
  const start = await text.next().catch(() => null); // the complete reading reports non-text
  return /^\s*begin:\s*vcard\s/i.test(start?.value ?? '');
}
