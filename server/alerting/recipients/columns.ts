// Columns instead of objects, so that a town fits into a few megabytes. They grow by pages, because copying leaves
// garbage.

/** A column of whole numbers of four bytes. */
export interface Numbers {
  length(): number;
  at(place: number): number;
  push(value: number): void;
  set(place: number, value: number): void;
}

const numbersPerPage = 4_096;

/** Creates an empty column of numbers. */
export function numbers(): Numbers {
  const pages: Int32Array[] = [];
  let length = 0;
  const pageOf = (place: number) => pages[Math.floor(place / numbersPerPage)]!;
  return {
    length: () => length,
    at: (place) => pageOf(place)[place % numbersPerPage]!,
    push(value) {
      if (length % numbersPerPage === 0) pages.push(new Int32Array(numbersPerPage));
      pageOf(length)[length % numbersPerPage] = value;
      length++;
    },
    set(place, value) {
      pageOf(place)[place % numbersPerPage] = value;
    },
  };
}

/** Decodes PostgreSQL's four-byte numbers (`int4send`) without parsing text. */
export function sentNumbers(bytes: Buffer | null): Int32Array {
  const values = new Uint8Array(bytes ?? []);
  Buffer.from(values.buffer).swap32();
  return new Int32Array(values.buffer);
}

/** Numbers by id. */
export interface NumbersById {
  get(id: number): number | undefined;
  set(id: number, value: number): void;
}

const page = 256;

/** Creates a table of numbers by id; nearby ids share pages. */
export function numbersById(): NumbersById {
  const pages = new Map<number, Int32Array>();
  return {
    get(id) {
      const stored = pages.get(Math.floor(id / page))?.[id % page];
      return stored ? stored - 1 : undefined;
    },
    set(id, value) {
      const number = Math.floor(id / page);
      let own = pages.get(number);
      if (!own) {
        own = new Int32Array(page);
        pages.set(number, own);
      }
      own[id % page] = value + 1;
    },
  };
}

/** Texts by place, which can be compared. */
export interface Texts {
  at(place: number): string;
  set(place: number, text: string): void;
  isSame(place: number, other: number): boolean;
}

const bytesPerPage = 65_536;

/** Creates a number of empty texts. */
export function emptyTexts(size: number): Texts {
  const starts = new Uint32Array(size);
  const lengths = new Uint32Array(size);
  const pages: Buffer[] = [];
  let used = bytesPerPage;
  // one view per text would be more garbage than the texts
  const pageOf = (place: number) => pages[Math.floor(starts[place]! / bytesPerPage)]!;
  const startOf = (place: number) => starts[place]! % bytesPerPage;
  const endOf = (place: number) => startOf(place) + lengths[place]!;
  return {
    at: (place) => (lengths[place] ? pageOf(place).toString('utf8', startOf(place), endOf(place)) : ''),
    set(place, text) {
      const length = Buffer.byteLength(text);
      if (used + length > bytesPerPage) {
        pages.push(Buffer.allocUnsafeSlow(Math.max(bytesPerPage, length))); // a longer one gets its own page
        used = 0;
      }
      const page = pages.at(-1)!;
      starts[place] = (pages.length - 1) * bytesPerPage + used;
      lengths[place] = page.write(text, used);
      used += length;
    },
    isSame: (place, other) =>
      lengths[place] === lengths[other] &&
      (!lengths[place] ||
        pageOf(place).compare(pageOf(other), startOf(other), endOf(other), startOf(place), endOf(place)) === 0),
  };
}

/** The place of each distinct text. */
export interface PlacesByText {
  /** Returns the place of the same text, or this one. */
  find(place: number, text: string): number;
  /** Makes this place represent its text. */
  replace(place: number, text: string): void;
}

/** Creates a table for up to a number of texts. */
export function placesByText(own: Texts, size: number): PlacesByText {
  let slots = 64;
  while (slots < size * 2) slots *= 2;
  const table = new Int32Array(slots);
  const slotOf = (place: number, text: string): number => {
    let slot = hashOf(text) & (slots - 1);
    while (table[slot] && !own.isSame(table[slot]! - 1, place)) slot = (slot + 1) & (slots - 1);
    return slot;
  };
  return {
    find(place, text) {
      const slot = slotOf(place, text);
      if (!table[slot]) table[slot] = place + 1;
      return table[slot]! - 1;
    },
    replace(place, text) {
      table[slotOf(place, text)] = place + 1;
    },
  };
}

// FNV-1a
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}
