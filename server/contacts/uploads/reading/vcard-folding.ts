import { isUtf8 } from 'node:buffer';

const [lineFeed, carriageReturn, blank, tab] = [10, 13, 32, 9];
const isFurther = (byte: number | undefined) => byte !== undefined && byte >= 0x80 && byte < 0xc0;

/** Rejoins characters that cards split across lines, against RFC 6350. */
export function withWholeCharacters(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (isUtf8(file)) return file;
  const moved = file.slice();
  for (let at = 1; at < moved.length - 2; at++) {
    const isFold = moved[at] === lineFeed && (moved[at + 1] === blank || moved[at + 1] === tab);
    if (!isFold || !isFurther(moved[at + 2])) continue;
    const start = moved[at - 1] === carriageReturn ? at - 1 : at;
    if (start < 1 || moved[start - 1]! < 0x80) continue;
    let end = at + 2;
    while (isFurther(moved[end]) && end < at + 5) end++;
    const [fold, rest] = [moved.slice(start, at + 2), moved.slice(at + 2, end)];
    moved.set(rest, start);
    moved.set(fold, start + rest.length);
  }
  return isUtf8(moved) ? moved : file;
}
