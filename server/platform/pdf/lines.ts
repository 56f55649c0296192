/** One line of a text; with `hyphen` its last word continues in the next. */
export interface TextLine {
  text: string;
  hyphen: boolean;
}

/** How texts are measured and where their words may be parted. */
export interface TextSetting {
  /** In points. */
  measure: (text: string) => number;
  partsOf: (word: string) => string[];
}

/**
 * Breaks a text into lines of a width. Hyphenates if the language permits it; cuts words wider than a line. A line that
 * begins with a no-break space is a command and breaks only at blanks.
 */
export function breakLines(text: string, wide: number, setting: TextSetting): TextLine[] {
  return text.split('\n').flatMap((paragraph) => linesOfParagraph(paragraph, wide, setting));
}

// a hyphen or slash within a word ends a piece
const pieces = /(?<=[\p{L}\p{N}][-–/])(?=[\p{L}\p{N}])/u;
const isCommand = (line: string) => line.startsWith('\u00a0');
// an address or file name, in which a hyphen would seem its own
const isName = (word: string) => /[@_\\]|:\/|\.\p{L}/u.test(word);

function linesOfParagraph(paragraph: string, wide: number, { measure, partsOf }: TextSetting): TextLine[] {
  const lines: TextLine[] = [];
  let [line, used] = ['', 0];
  const end = (hyphen: boolean) => {
    lines.push({ text: line, hyphen });
    [line, used] = ['', 0];
  };
  const whole = (piece: string) => [piece];
  const parted = paragraph.split(/(?<= )/).flatMap((word) => {
    if (isCommand(paragraph)) return [{ piece: word, parts: whole }];
    return word.split(pieces).map((piece) => ({ piece, parts: isName(word) ? whole : partsOf }));
  });
  for (const { piece, parts } of parted) {
    let rest = piece;
    while (used + measure(rest.trimEnd()) > wide) {
      const head = fittingParts(parts(rest.trimEnd()), wide - used);
      if (head) {
        line += head;
        rest = rest.slice(head.length);
        end(true);
      } else if (line) end(false);
      else {
        line = fittingLetters(rest, wide);
        rest = rest.slice(line.length);
        end(false);
      }
    }
    line += rest;
    used += measure(rest);
  }
  end(false);
  return lines;

  function fittingParts(parts: readonly string[], room: number): string {
    for (let count = parts.length - 1; count > 0; count--) {
      const head = parts.slice(0, count).join('');
      if (measure(`${head}-`) <= room) return head;
    }
    return '';
  }

  function fittingLetters(word: string, room: number): string {
    const letters = [...word];
    let [fits, all] = [1, letters.length];
    while (fits < all) {
      const half = Math.ceil((fits + all) / 2);
      if (measure(letters.slice(0, half).join('')) <= room) fits = half;
      else all = half - 1;
    }
    return letters.slice(0, fits).join('');
  }
}
