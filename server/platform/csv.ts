const formula = /^'*[=+\-@\t\r\0]/;

/** Formats CSV by RFC 4180 with semicolons and a byte order mark, for German spreadsheets; formulas are disarmed. */
export function csvOf(lines: readonly (readonly string[])[]): string {
  return `${byteOrderMark}${lines.map(csvLine).join('')}`;
}

/** The start of a CSV file, which makes spreadsheets read UTF-8. */
export const byteOrderMark = '\uFEFF';

export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(';')}\r\n`;

/** Removes the apostrophe that `csvLine` puts before possible formulas. */
export const withoutApostrophe = (text: string): string =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;

function cell(text: string): string {
  const literal = formula.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(literal) ? `"${literal.replaceAll('"', '""')}"` : literal;
}
