/**
 * What a journey is tried with: in the gate with the first alone, with `npm test -- --full` with all. Both languages, both
 * widths and both schemes stand in the gate somewhere on each path; their product does not.
 */
export const inFull = <T, U>(gate: readonly T[], more: readonly U[]): readonly (T | U)[] =>
  process.env['TEST_FULL'] ? [...gate, ...more] : gate;
