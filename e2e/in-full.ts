const isFull = Boolean(process.env['TEST_FULL']);

/** The variants a journey runs in: the first ones in the gate, all of them with `npm test -- --full`. */
export const inFull = <T, U>(gate: readonly T[], more: readonly U[]): readonly (T | U)[] =>
  isFull ? [...gate, ...more] : gate;

/** A journey that only `npm test -- --full` runs: what it proves rarely breaks, or is proved for the most part elsewhere. */
export const onlyInFull = <Test extends { skip: unknown }>(test: Test): Test => (isFull ? test : (test.skip as Test));

const combinations = [
  ['de', 390],
  ['de', 1280],
  ['en', 390],
  ['en', 1280],
] as const;
type Combination = (typeof combinations)[number];

/** This language and this width (CSS pixels) in the gate; with `npm test -- --full` every combination. */
export const languagesAndWidths = (...[language, width]: Combination): readonly Combination[] =>
  inFull(
    combinations.filter((one) => one[0] === language && one[1] === width),
    combinations.filter((one) => one[0] !== language || one[1] !== width),
  );
