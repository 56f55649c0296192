/** Quoted text, an escaped sign, a digit place, a blank, or a literal. */
const part = /"([^"]*)"|\\(.)|([0#?])|_(.)|\*(.)|([ ()+/:1-9-])/g;

/** Returns a whole number as displayed with added zeros or text ("00000", "+49 "0); otherwise the number. */
export function shownNumber(value: number, format: string): string {
  const bare = String(value);
  const positive = sectionFor(value, format).replace(/\[[^[\]]*\]/g, '');
  if (!Number.isSafeInteger(value) || value < 0 || positive.length > 100 || positive === '') return bare;
  const parts = [...positive.matchAll(part)];
  if (parts.map(([all]) => all).join('') !== positive) return bare;
  const places = parts.filter(([, , , place]) => place).length;
  if (!places) return bare;
  const digits = digitsFor(
    bare,
    parts.flatMap(([, , , place]) => place ?? []),
  );
  let [shown, at] = ['', 0];
  for (const [, quoted, escaped, place, , , sign] of parts) {
    if (place) {
      // digits beyond the places precede the first
      const more = at === 0 ? digits.length - places + 1 : 1;
      shown += digits.slice(at, at + more).join('');
      at += more;
    } else shown += quoted ?? escaped ?? sign ?? '';
  }
  return shown.trim();
}

/** Returns a format's section for a number that isn't negative: the first one whose condition ("[<=999]") holds. */
function sectionFor(value: number, format: string): string {
  const sections = sectionsOf(format);
  const found = sections.slice(0, 3).findIndex((section) => {
    const [, sign, limit] = /\[(<=|>=|<>|<|>|=)(-?\d{1,15}(?:\.\d{1,15})?)\]/.exec(section) ?? [];
    return sign === undefined || compared[sign]!(value, Number(limit));
  });
  return sections[found] ?? '';
}

const compared: Record<string, (value: number, limit: number) => boolean> = {
  '<=': (value, limit) => value <= limit,
  '>=': (value, limit) => value >= limit,
  '<>': (value, limit) => value !== limit,
  '<': (value, limit) => value < limit,
  '>': (value, limit) => value > limit,
  '=': (value, limit) => value === limit,
};

function sectionsOf(format: string): string[] {
  const sections: string[] = [];
  let [isQuoted, begun] = [false, 0];
  for (let at = 0; at < format.length; at++) {
    if (format[at] === '"') isQuoted = !isQuoted;
    else if (format[at] === ';' && !isQuoted && format[at - 1] !== '\\') {
      sections.push(format.slice(begun, at));
      begun = at + 1;
    }
  }
  return [...sections, format.slice(begun)];
}

/** Returns the digits, padded for each unfilled 0. */
function digitsFor(bare: string, places: readonly string[]): string[] {
  const own = [...bare];
  const missing = places.slice(0, Math.max(0, places.length - own.length));
  return [...missing.map((place) => (place === '0' ? '0' : '')), ...own];
}
