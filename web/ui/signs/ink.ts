/** Returns black or white, by contrast; white if it isn't "#rrggbb". */
export function inkOn(colour: string): string {
  const parts = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour)?.slice(1);
  if (!parts) return 'var(--fill-ink)';
  const [red = 0, green = 0, blue = 0] = parts.map((part) => linear(Number.parseInt(part, 16) / 255));
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // where (light + .05) / .05 equals 1.05 / (light + .05)
  return light > 0.179 ? 'var(--section-text)' : 'var(--fill-ink)';
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
