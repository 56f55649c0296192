import type { Input } from './inputs.ts';
import { attackLength, isFullRun, lengthening, textsFor } from './inputs.ts';

/** Returns this thread's processor time in milliseconds. */
const processorTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Returns the least time of several runs by a clock. */
async function leastTime(run: () => unknown, enough: number, most = 5, clock = processorTime): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < most && least > enough; at++) {
    const before = clock();
    await ignoringErrors(run);
    least = Math.min(least, clock() - before);
  }
  return least;
}

// some kernels count processor time in steps of 4 ms, so short runs need the clock of the machine
const elapsed = (): number => performance.now();

/** Ignores errors, because readers throw for unreadable text. */
async function ignoringErrors(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch {
    // an early error takes no time
  }
}

const [few, eighth, all] = [300, 6_250, 50_000];
const quick = 50;
const [longest, mostGrowth] = [6_000, 52];
const tried = isFullRun ? 4 : 2;
// a quadratic function needs five times as long
const clearlyLinear = 12;

/**
 * Describes an input that a function reads in more than linear time, or returns null. Tries the slowest of the short
 * inputs with 50,000 characters. They must take at most 50 ms, or else, on a slow machine, a text eight times as long
 * at most 52 times the time (quadratic: 64).
 */
export async function slowInput(read: (text: string) => unknown, inputs: readonly Input[]): Promise<string | null> {
  const costs: { input: Input; cost: number }[] = [];
  for (const input of inputs)
    costs.push({ input, cost: await leastTime(() => read(input(few)), 0, isFullRun ? 2 : 1) });
  costs.sort((one, other) => other.cost - one.cost);
  for (const { input } of costs.slice(0, tried)) {
    const isLinear = ({ time, ofEighth }: Times) => time <= quick || (time <= longest && time / ofEighth <= mostGrowth);
    const { time, ofEighth } = await leastTimes(
      () => read(input(eighth)),
      () => read(input(all)),
      isLinear,
    );
    if (!isLinear({ time, ofEighth }))
      return `${JSON.stringify(input(12))} …: ${Math.round(time)} ms, an eighth ${Math.round(ofEighth)} ms`;
  }
  return null;
}

/** Least processor times for a text and for an eighth of it. */
interface Times {
  time: number;
  ofEighth: number;
}

/** Returns the least times, until good. */
async function leastTimes(
  readEighth: () => unknown,
  readAll: () => unknown,
  isGood: (times: Times) => boolean,
): Promise<Times> {
  const times: Times = { time: Number.POSITIVE_INFINITY, ofEighth: Number.POSITIVE_INFINITY };
  for (let run = 0; run < 5 && !isGood(times); run++) {
    times.time = Math.min(times.time, await leastTime(readAll, quick, 1));
    if (times.time <= quick) break;
    times.ofEighth = Math.min(times.ofEighth, await leastTime(readEighth, 0, 1));
    if (times.time > clearlyLinear * times.ofEighth)
      times.ofEighth = Math.min(times.ofEighth, await leastTime(readEighth, 0, 4));
  }
  return times;
}

/**
 * Describes a text that an expression reads in more than linear time, or returns null. If 2,500 characters take more
 * than 0.4 ms, a text four times as long may take 9 times the time (quadratic: 16), or else one that is four times as
 * long again.
 */
export async function slowText(expression: RegExp, source: string): Promise<string | null> {
  const [limit, mostGrown] = [0.4, 9];
  const timeOf = (text: string, enough: number, most?: number) => {
    expression.lastIndex = 0;
    return leastTime(() => text.replace(expression, ''), enough, most, elapsed);
  };
  for (const [at, text] of textsFor(source).entries()) {
    const time = await timeOf(text, limit);
    if (time <= limit) continue;
    const ofLength = (length: number) => textsFor(source, length)[at]!;
    const longer = await timeOf(ofLength(lengthening * attackLength), mostGrown * time, 40);
    if (longer <= mostGrown * time) continue;
    // a busy machine stretches one step, a quadratic time each of them
    const longest = await timeOf(ofLength(lengthening ** 2 * attackLength), mostGrown * longer, 10);
    if (longest > mostGrown * longer)
      return `${JSON.stringify(text.slice(0, 12))} … ${JSON.stringify(text.slice(-2))}: ${time.toFixed(1)} ms, four times as long ${longer.toFixed(1)} ms`;
  }
  return null;
}
