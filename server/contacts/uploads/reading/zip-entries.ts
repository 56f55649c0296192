import { inflateRawSync } from 'node:zlib';

const signs = { end: 0x06054b50, entry: 0x02014b50 };
const [endLength, entryLength, fileLength, longestComment] = [22, 46, 30, 65_535];
const mostEntries = 10_000;
/** Marks a number that ZIP64 stores elsewhere. */
const elsewhere = 0xffffffff;

/** A file in the directory of a ZIP archive. */
export interface ZipEntry {
  name: string;
  isPacked: boolean;
  packed: number;
  unpacked: number;
  start: number;
}

/** Parses a ZIP directory; null if unreadable or without sizes. */
export function zipEntries(bytes: Uint8Array): ZipEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  if (end === null) return null;
  const [count, length, start] = [
    view.getUint16(end + 10, true),
    view.getUint32(end + 12, true),
    view.getUint32(end + 16, true),
  ];
  // a ZIP64 archive has another directory
  if (count > mostEntries || length === elsewhere || start === elsewhere) return null;
  const entries: ZipEntry[] = [];
  for (let at = start; entries.length < count; ) {
    if (at + entryLength > bytes.length || view.getUint32(at, true) !== signs.entry) return null;
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const [packed, unpacked, own] = [20, 24, 42].map((place) => view.getUint32(at + place, true)) as [
      number,
      number,
      number,
    ];
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ];
    // rejects hidden sizes; an empty file packs to two bytes
    if (packed === 0 ? flags & 8 : unpacked === 0 && packed > 2) return null;
    const text = Buffer.from(bytes.subarray(at + entryLength, at + entryLength + name)).toString('utf8');
    entries.push({ name: text, isPacked: method === 8, packed, unpacked, start: own });
    at += entryLength + name + extra + comment;
  }
  return entries;
}

/** Returns the declared unpacked bytes; null if unreadable. */
export function unpackedSize(bytes: Uint8Array): number | null {
  return zipEntries(bytes)?.reduce((sum, { unpacked }) => sum + unpacked, 0) ?? null;
}

function unpackedFile(bytes: Uint8Array, entries: readonly ZipEntry[], name: string): Uint8Array | null {
  const entry = entries.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!entry || entry.start + fileLength > bytes.length) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const skipped = view.getUint16(entry.start + 26, true) + view.getUint16(entry.start + 28, true);
  const start = entry.start + fileLength + skipped;
  const packed = bytes.subarray(start, start + entry.packed);
  try {
    return entry.isPacked ? inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.unpacked) }) : packed;
  } catch {
    return null;
  }
}

const pieceLength = 1_000_000;

/** Yields a file's text in pieces that end before a tag; empty if missing. */
export function* zippedText(bytes: Uint8Array, entries: readonly ZipEntry[], name: string): Generator<string> {
  const file = unpackedFile(bytes, entries, name);
  if (!file) return;
  const decoder = new TextDecoder(encodingOf(file));
  let rest = '';
  for (let at = 0; at < file.length; at += pieceLength) {
    const text = rest + decoder.decode(file.subarray(at, at + pieceLength), { stream: true });
    const end = text.lastIndexOf('<');
    yield text.slice(0, Math.max(0, end));
    // no tag is that long
    rest = text.length - end > pieceLength ? '' : text.slice(Math.max(0, end));
  }
  yield rest + decoder.decode();
}

const encodingOf = ([first, second]: Uint8Array): string =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';

function endOf(view: DataView): number | null {
  const last = view.byteLength - endLength;
  for (let at = last; at >= Math.max(0, last - longestComment); at--) {
    if (view.getUint32(at, true) === signs.end) return at;
  }
  return null;
}
