import { Refusal } from '#server/errors.ts';

/** How the bytes of a file stand for characters. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const marks: readonly [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const pieceLength = 65_536;

/** The encoding by the byte order mark; without one UTF-8 when all of it is that, else Windows-1252. */
export function encodingOf(file: Uint8Array): Encoding {
  const marked = marks.find(([, bytes]) => bytes.every((byte, at) => file[at] === byte));
  if (marked) return marked[0];
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (const bytes of piecesOf(file)) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/**
 * The text of a file, piece by piece, with \n for every kind of line break. Refuses what is no text: control characters, or bytes that do not fit the byte order mark.
 */
export async function* textOf(file: Uint8Array, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let afterReturn = false;
  const plain = (text: string): string => {
    if (hasBinary(text)) throw new Refusal('error_upload_binary');
    const start = afterReturn && text.startsWith('\n') ? text.slice(1) : text; // CR and LF came in two pieces
    if (text) afterReturn = text.endsWith('\r');
    return start.replace(/\r\n?/g, '\n');
  };
  for (const bytes of piecesOf(file)) yield plain(decoded(decoder, bytes));
  yield plain(decoded(decoder));
}

function* piecesOf(file: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < file.length; at += pieceLength) yield file.subarray(at, at + pieceLength);
}

/** Control characters that no text has. */
const hasBinary = (text: string) => /[^\P{Cc}\t\n\v\f\r]/u.test(text);

function decoded(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch {
    throw new Refusal('error_upload_encoding');
  }
}
