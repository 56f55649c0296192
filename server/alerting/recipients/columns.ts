// What is known of a crowd, in columns instead of objects: a whole town then fits into a few megabytes that no garbage
// collection has to walk through. They grow by pages: what is copied to grow leaves as much behind.

/** Whole numbers one after the other, four bytes each. */
export interface Numbers {
  length(): number;
  at(place: number): number;
  push(value: number): void;
  set(place: number, value: number): void;
}

const numbersPerPage = 4_096;

/** An empty column of numbers. */
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

/** Whole numbers as PostgreSQL sends them, four bytes each (`int4send`): of a town in one piece, not as text to be parsed. */
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

/** An empty table of numbers by id; ids that lie together, as those of people do, share pages. */
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

/** Texts by place, and which of them are the same. */
export interface Texts {
  at(place: number): string;
  set(place: number, text: string): void;
  isSame(place: number, other: number): boolean;
}

const bytesPerPage = 65_536;

/** So many texts, all empty. */
export function texts(size: number): Texts {
  const starts = new Uint32Array(size);
  const lengths = new Uint32Array(size);
  const pages: Buffer[] = [];
  let used = bytesPerPage;
  // no view for each: a town of them is more to be thrown away than the texts themselves
  const pageOf = (place: number) => pages[Math.floor(starts[place]! / bytesPerPage)]!;
  const startOf = (place: number) => starts[place]! % bytesPerPage;
  const endOf = (place: number) => startOf(place) + lengths[place]!;
  return {
    at: (place) => (lengths[place] ? pageOf(place).toString('utf8', startOf(place), endOf(place)) : ''),
    set(place, text) {
      const length = Buffer.byteLength(text);
      if (used + length > bytesPerPage) {
        pages.push(Buffer.allocUnsafeSlow(Math.max(bytesPerPage, length))); // a longer one has a page of its own
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

/** Which place a text stands at: the first that was set for it, or whatever was set last. */
export interface PlacesByText {
  /** The place of the same text, or this one, which then stands for it. */
  find(place: number, text: string): number;
  /** From now on this place stands for its text. */
  replace(place: number, text: string): void;
}

/** An empty table of the places of these texts, for as many as there can be. */
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
