/** Returns runs of a slow property: a tenth in the gate, at least two, all with `--full`. */
export const runs = (all: number): number =>
  process.env['TEST_FULL'] ? all : Math.min(all, Math.max(2, Math.ceil(all / 10)));
