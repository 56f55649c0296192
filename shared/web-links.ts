const address = /https?:\/\/[^\s<>"„“”»«\p{Cf}]+/giu;
const punctuation = new Set([...".,;:!?'’`…"]);
const brackets: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * Splits a text at its web addresses, beginning with words. An address ends before punctuation and before an unopened
 * closing bracket.
 */
export function atLinks(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const uri = withoutSentence(found);
    pieces.push(text.slice(from, index), uri);
    from = index + uri.length;
  }
  return [...pieces, text.slice(from)];
}

function withoutSentence(found: string): string {
  const counts = new Map<string, number>();
  for (const sign of found) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  let end = found.length;
  for (; end > 0; end -= 1) {
    const sign = found[end - 1]!;
    const opening = brackets[sign];
    if (opening) {
      const closed = counts.get(sign)!;
      if (closed <= (counts.get(opening) ?? 0)) break;
      counts.set(sign, closed - 1);
    } else if (!punctuation.has(sign)) break;
  }
  return found.slice(0, end);
}

/** Replaces the web addresses of a text, or the text between them. */
export const mapLinks = (text: string, link: (uri: string) => string, words = (between: string) => between): string =>
  atLinks(text)
    .map((piece, at) => (at % 2 ? link(piece) : words(piece)))
    .join('');
