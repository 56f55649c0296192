/** Parts of a format: quoted text, a sign after a backslash, a place for a digit, a blank, a sign that stands for itself. */
const part = /"([^"]*)"|\\(.)|([0#?])|_(.)|\*(.)|([ ()+/:1-9-])/g;

/**
 * A whole number as a spreadsheet shows it in a format that adds zeros or text ("00000", "+49 "0): what people see is what
 * they mean. In any other format, with decimals or groups of thousands, it is the number itself.
 */
export function shownNumber(value: number, format: string): string {
  const bare = String(value);
  const positive = firstSection(format).replace(/\[[^[\]]*\]/g, '');
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
      // digits beyond the places stand before the first
      const more = at === 0 ? digits.length - places + 1 : 1;
      shown += digits.slice(at, at + more).join('');
      at += more;
    } else shown += quoted ?? escaped ?? sign ?? '';
  }
  return shown.trim();
}

/** What of a format is for positive numbers: up to a semicolon outside quotes. */
function firstSection(format: string): string {
  let isQuoted = false;
  for (let at = 0; at < format.length; at++) {
    if (format[at] === '"') isQuoted = !isQuoted;
    else if (format[at] === ';' && !isQuoted && format[at - 1] !== '\\') return format.slice(0, at);
  }
  return format;
}

/** The digits with a zero for every 0 of the format that has none. */
function digitsFor(bare: string, places: readonly string[]): string[] {
  const own = [...bare];
  const missing = places.slice(0, Math.max(0, places.length - own.length));
  return [...missing.map((place) => (place === '0' ? '0' : '')), ...own];
}
