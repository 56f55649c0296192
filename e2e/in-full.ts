const isFull = Boolean(process.env['TEST_FULL']);

/** Returns a journey's variants: some in the gate, all with `--full`. */
export const inFull = <T, U>(gate: readonly T[], more: readonly U[]): readonly (T | U)[] =>
  isFull ? [...gate, ...more] : gate;

/** Skips a journey without `--full`: it rarely breaks or is covered elsewhere. */
export const onlyInFull = <Test extends { skip: unknown }>(test: Test): Test => (isFull ? test : (test.skip as Test));

const combinations = [
  ['de', 390],
  ['de', 1280],
  ['en', 390],
  ['en', 1280],
] as const;
type Combination = (typeof combinations)[number];

/** Returns this language and width in the gate, all with `--full`. */
export const languagesAndWidths = (...[language, width]: Combination): readonly Combination[] =>
  inFull(
    combinations.filter((one) => one[0] === language && one[1] === width),
    combinations.filter((one) => one[0] !== language || one[1] !== width),
  );
