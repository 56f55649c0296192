/** Returns the code of a report's question, written after a #. */
export const replyCode = (reportId: number): string => reportId.toString(36).toUpperCase();

/** Returns the report of a code and the rest of the text; null without one. */
export function namedReport(text: string): { reportId: number; rest: string } | null {
  const match = /(?<![\p{L}\d])#\s?([\da-z]{1,6})(?![\p{L}\d])/iu.exec(text);
  if (!match) return null;
  const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
  return { reportId: Number.parseInt(match[1]!, 36), rest: rest.trim() };
}
