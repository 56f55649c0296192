import { isUtf8 } from 'node:buffer';
import {
  decodeSingleByte,
  likelySingleByte,
  type SingleByte,
  singleByte,
} from '#server/platform/character-sets/single-byte.ts';
import { Refusal } from '#server/platform/errors.ts';

/** "utf-8+…" if only some lines are UTF-8. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | SingleByte | `utf-8+${SingleByte}`;

const marks: readonly ['utf-8' | 'utf-16le' | 'utf-16be', number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const pieceLength = 65_536;
const lineEnd = Buffer.from('\n');

/**
 * Detects the encoding: byte order mark, zeros in every second byte, valid UTF-8, or the most plausible single-byte
 * set, perhaps mixed.
 */
export function encodingOf(file: Uint8Array): Encoding {
  const marked = marks.find(([, bytes]) => bytes.every((byte, at) => file[at] === byte))?.[0] ?? unmarkedWide(file);
  if (marked && marked !== 'utf-8') return marked;
  if (isUtf8(file)) return 'utf-8';
  const lines = [...linesIn(file)];
  const others = lines.filter(({ bytes }) => !isUtf8(bytes));
  const single = likelySingleByte(Buffer.concat(others.flatMap(({ bytes }) => [bytes, lineEnd])));
  return lines.some(({ bytes }) => isPlainlyUtf8(bytes)) ? `utf-8+${single}` : (marked ?? single);
}

/** Returns a mixed file's lines, from 1, that aren't UTF-8. */
export function otherLines(file: Uint8Array): Set<number> {
  return new Set([...linesIn(file)].filter(({ bytes }) => !isUtf8(bytes)).map(({ line }) => line));
}

/** Returns whether only plausibility decided a file's encoding. */
export const isGuessed = (encoding: Encoding): boolean =>
  encoding !== 'windows-1252' && (singleByte as readonly string[]).includes(encoding);

/** Detects unmarked UTF-16 by zeros in every other byte. */
function unmarkedWide(file: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const start = file.subarray(0, 2000);
  const zeros = [0, 1].map((odd) => start.filter((byte, at) => at % 2 === odd && byte === 0).length);
  const [even, odd] = zeros as [number, number];
  if (file.length % 2 || even + odd < start.length / 3) return undefined;
  return even === 0 ? 'utf-16le' : odd === 0 ? 'utf-16be' : undefined;
}

/** Returns whether bytes are UTF-8 with Western letters, unlikely in other encodings. */
function isPlainlyUtf8(bytes: Uint8Array): boolean {
  if (!isUtf8(bytes)) return false;
  return bytes.some((byte, at) => (byte === 0xc2 || byte === 0xc3 || byte === 0xe2) && (bytes[at + 1] ?? 0) >= 0x80);
}

/** Yields the lines with non-ASCII bytes, without line breaks. */
function* linesIn(file: Uint8Array): Generator<{ line: number; bytes: Uint8Array }> {
  let [line, start, isWide] = [1, 0, false];
  for (let at = 0; at <= file.length; at++) {
    const byte = file[at];
    if (byte !== undefined && byte !== 10 && byte !== 13) {
      isWide ||= byte >= 0x80;
      continue;
    }
    if (isWide) yield { line, bytes: file.subarray(start, at) };
    if (byte === 13 && file[at + 1] === 10) at++;
    [line, start, isWide] = [line + 1, at + 1, false];
  }
}

/** Yields text with \n. Refuses control characters, and bytes that contradict the mark. */
export async function* decodedText(whole: Uint8Array, encoding: Encoding): AsyncGenerator<string> {
  const file = withoutEndMark(whole, encoding.startsWith('utf-16'));
  let [afterReturn, isStart] = [false, true];
  for (const text of decoded(file, encoding)) {
    if (hasBinary(text)) throw new Refusal('error_upload_binary');
    const start = afterReturn && text.startsWith('\n') ? text.slice(1) : text; // CR and LF came in two pieces
    if (text) afterReturn = text.endsWith('\r');
    const plain = start.replace(/\r\n?/g, '\n');
    yield isStart ? plain.replace(/^\uFEFF+/, '') : plain;
    isStart &&= !plain;
  }
}

const endMark = 0x1a;

/** Removes MS-DOS's end mark (Ctrl-Z) and zeros. */
function withoutEndMark(file: Uint8Array, isWide: boolean): Uint8Array {
  let end = file.length;
  while (end > 0 && (file[end - 1] === endMark || file[end - 1] === 0)) end--;
  if (isWide) end += end % 2;
  return file.subarray(end).includes(endMark) ? file.subarray(0, end) : file;
}

function* decoded(file: Uint8Array, encoding: Encoding): Generator<string> {
  const [first, other] = encoding.split('+') as [Exclude<Encoding, `${string}+${string}`>, SingleByte | undefined];
  if (other) {
    yield* decodedByLine(file, other);
    return;
  }
  if ((singleByte as readonly string[]).includes(first)) {
    for (const bytes of piecesOf(file)) yield decodeSingleByte(bytes, first as SingleByte);
    return;
  }
  const decoder = new TextDecoder(first, { fatal: true });
  try {
    for (const bytes of piecesOf(file)) yield decoder.decode(bytes, { stream: true });
    yield decoder.decode();
  } catch {
    throw new Refusal('error_upload_encoding');
  }
}

function* decodedByLine(file: Uint8Array, other: SingleByte): Generator<string> {
  const utf8 = new TextDecoder();
  let done = 0;
  for (const { bytes } of linesIn(file)) {
    const start = bytes.byteOffset - file.byteOffset;
    yield utf8.decode(file.subarray(done, start));
    yield isUtf8(bytes) ? utf8.decode(bytes) : decodeSingleByte(bytes, other);
    done = start + bytes.length;
  }
  yield utf8.decode(file.subarray(done));
}

function* piecesOf(file: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < file.length; at += pieceLength) yield file.subarray(at, at + pieceLength);
}

const hasBinary = (text: string) => /[^\P{Cc}\t\n\v\f\r]/u.test(text);
