const signs = { end: 0x06054b50, entry: 0x02014b50 };
const [endLength, entryLength, longestComment] = [22, 46, 65_535];
const mostEntries = 10_000;
/** In the place of a number, which ZIP64 has in another. */
const elsewhere = 0xffffffff;

/**
 * How many bytes a ZIP archive says it holds unpacked; null when its directory cannot be read or hides the size of an entry.
 * Whoever unpacks an entry has to stop at the size that is said here.
 */
export function unpackedSize(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  if (end === null) return null;
  const [count, length, start] = [
    view.getUint16(end + 10, true),
    view.getUint32(end + 12, true),
    view.getUint32(end + 16, true),
  ];
  // of a ZIP64 archive another directory counts
  if (count > mostEntries || length === elsewhere || start === elsewhere) return null;
  let [at, size] = [start, 0];
  for (let entry = 0; entry < count; entry++) {
    if (at + entryLength > bytes.length || view.getUint32(at, true) !== signs.entry) return null;
    const [flags, packed, unpacked] = [
      view.getUint16(at + 8, true),
      view.getUint32(at + 20, true),
      view.getUint32(at + 24, true),
    ];
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ];
    // sizes that follow the file, or stand before it, are not believed; an empty file packs to two bytes
    if (packed === 0 ? flags & 8 : unpacked === 0 && packed > 2) return null;
    size += unpacked;
    at += entryLength + name + extra + comment;
  }
  return size;
}

function endOf(view: DataView): number | null {
  const last = view.byteLength - endLength;
  for (let at = last; at >= Math.max(0, last - longestComment); at--) {
    if (view.getUint32(at, true) === signs.end) return at;
  }
  return null;
}
