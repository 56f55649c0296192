/** The variants a journey runs in: the first ones in the gate, all of them with `npm test -- --full`. */
export const inFull = <T, U>(gate: readonly T[], more: readonly U[]): readonly (T | U)[] =>
  process.env['TEST_FULL'] ? [...gate, ...more] : gate;

/** Each language and each width (CSS pixels) once in the gate; with `npm test -- --full` every combination. */
export const languagesAndWidths = inFull(
  [
    ['de', 1280],
    ['en', 390],
  ] as const,
  [
    ['de', 390],
    ['en', 1280],
  ] as const,
);
