/** True if `npm test -- --full` runs, so that tests try every input. */
export const isFullRun: boolean = Boolean(process.env['TEST_FULL']);

const usual = [...'a0 \n-.@<{}/"(&=;:\\'];
const further = [..."\t\r,>')_#*|[]?!+%$~^`ä", '\u00a0', '\u2028', '\u0301', '\ud800', '👩‍🚒', '🇩🇪'];
const ends = ['\u0001', 'x', '\n', ' '];

const repeated = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length));
const ofTwo = (one: string, other: string): Input[] => [
  (length) => repeated(one + other, length),
  (length) => repeated(one, length / 2) + repeated(other, length / 2),
];

const paired = isFullRun ? [...usual, ...further] : [...'a \n<{'];

/** Texts of one or two repeated characters; all pairs with `--full`. */
export const inputs: readonly Input[] = [
  ...usual.flatMap((sign) =>
    ends.map(
      (end): Input =>
        (length) =>
          repeated(sign, length) + end,
    ),
  ),
  ...further.flatMap((sign) =>
    ['\u0001', ' '].map(
      (end): Input =>
        (length) =>
          repeated(sign, length) + end,
    ),
  ),
  ...paired.flatMap((one) => paired.flatMap((other) => (one === other ? [] : ofTwo(one, other)))),
];

/** Length of the texts for regular expressions, in characters. */
export const attackLength = 2_500;
export const lengthening = 4;

/** Returns repetitive texts that an expression may read slowly. */
export function textsFor(source: string, length = attackLength): string[] {
  const bare = source.replace(/\\[a-zA-Z](\{[^}]*\})?/g, ' ');
  const found = [...new Set(bare.match(/[\p{L}\d]{2,}|[^\s\p{L}\d]/gu) ?? [])];
  const words = found.filter((word) => word.length > 1).slice(0, 6);
  const signs = [...new Set([...'a0 \n\t-.,:@<{}/"&=', ...found.filter((sign) => sign.length === 1)])];
  const alone = ['', ...words].flatMap((start) =>
    [...signs, ...words].flatMap((piece) => ['', '\u0001', '\nx'].map((end) => start + repeated(piece, length) + end)),
  );
  const pairs = signs.flatMap((one) => signs.map((other) => (one === other ? '' : repeated(one + other, length))));
  return [...alone, ...(isFullRun ? pairs : pairs.filter((_, at) => at % 3 === 0))].filter(Boolean);
}

/** Makes a text of a length. */
export type Input = (length: number) => string;
