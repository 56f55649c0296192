/** Returns runs of a slow property: a fifth in the gate, all with `--full`. */
export const runs = (all: number): number => (process.env['TEST_FULL'] ? all : Math.ceil(all / 5));
