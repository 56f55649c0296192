const formula = /^'*[=+\-@\t\r\0]/;

/**
 * RFC 4180 with semicolons and a byte order mark, as German spreadsheets open it; no cell is run as a formula.
 */
export function csvOf(lines: readonly (readonly string[])[]): string {
  return `${byteOrderMark}${lines.map(csvLine).join('')}`;
}

/** Begins a CSV file, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\uFEFF';

/** One line of a CSV file with its line break. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(';')}\r\n`;

/** A cell without the apostrophe that `csvLine` puts before what a spreadsheet would take for a formula. */
export const withoutApostrophe = (text: string): string =>
  text.startsWith("'") && formula.test(text.slice(1)) ? text.slice(1) : text;

function cell(text: string): string {
  const literal = formula.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(literal) ? `"${literal.replaceAll('"', '""')}"` : literal;
}
