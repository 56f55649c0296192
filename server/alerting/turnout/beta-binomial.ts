/**
 * Returns the probabilities of each number of yes, with `mean` and correlation `spread` (0: independent, towards 1: all
 * or none).
 */
export function chancesOf(people: number, { mean, spread }: { mean: number; spread: number }): Float64Array {
  const { yes, no } = countsOf(mean, spread);
  const chances = new Float64Array(people + 1);
  chances[0] = Math.exp(logBeta(yes, no + people) - logBeta(yes, no));
  for (let n = 0; n < people; n++)
    chances[n + 1] = (chances[n]! * (people - n) * (yes + n)) / ((n + 1) * (no + people - n - 1));
  return chances;
}

/** Returns the log probability of exactly this number of yes. */
export function logChance(came: number, people: number, { mean, spread }: { mean: number; spread: number }): number {
  const { yes, no } = countsOf(mean, spread);
  const ways = -Math.log(people + 1) - logBeta(came + 1, people - came + 1);
  return ways + logBeta(yes + came, no + people - came) - logBeta(yes, no);
}

function countsOf(mean: number, spread: number): { yes: number; no: number } {
  const both = (1 - spread) / spread;
  return { yes: mean * both, no: (1 - mean) * both };
}

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** Returns the log gamma function, by Stirling's series. */
function logGamma(given: number): number {
  let [x, factor] = [given, 1];
  for (; x < 8; x++) factor *= x;
  const square = 1 / (x * x);
  const series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680))) / x;
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series - Math.log(factor);
}
