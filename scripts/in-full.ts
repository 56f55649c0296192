/** How often a property is tried that costs seconds: a fifth in the gate, all of them with `npm test -- --full`. */
export const runs = (all: number): number => (process.env['TEST_FULL'] ? all : Math.ceil(all / 5));
