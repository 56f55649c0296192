import type { Input } from './inputs.ts';
import { attackLength, inFull, lengthening, textsFor } from './inputs.ts';

/** Milliseconds this thread used a processor; what others do on a busy machine is not counted. */
const processorTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Least processor time of several runs, which end as soon as one is quick enough. */
async function leastTime(run: () => unknown, enough: number, most = 5): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < most && least > enough; at++) {
    const before = processorTime();
    await ignoringErrors(run);
    least = Math.min(least, processorTime() - before);
  }
  return least;
}

/** What cannot be read is refused by throwing. */
async function ignoringErrors(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch {
    // it took no time
  }
}

const [few, eighth, all] = [300, 6_250, 50_000];
const quick = 50;
const [longest, mostGrowth] = [6_000, 52];
const tried = inFull ? 4 : 2;

/**
 * What of the inputs a function reads in more than linear time, in words; null when nothing. The ones that cost most among
 * short ones are tried with 50,000 characters: 50 ms are enough, and where a slow machine needs more, eight times the text
 * may take 52 times as long (a quadratic function takes 64).
 */
export async function slowInput(read: (text: string) => unknown, inputs: readonly Input[]): Promise<string | null> {
  const costs: { input: Input; cost: number }[] = [];
  for (const input of inputs) costs.push({ input, cost: await leastTime(() => read(input(few)), 0, inFull ? 2 : 1) });
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

/** Least processor times of reading a text, and an eighth of it. */
interface Times {
  time: number;
  ofEighth: number;
}

/** Least times of several runs, which end as soon as they are good: reading everything costs most, and usually once is enough. */
async function leastTimes(
  readEighth: () => unknown,
  readAll: () => unknown,
  isGood: (times: Times) => boolean,
): Promise<Times> {
  const times: Times = { time: Number.POSITIVE_INFINITY, ofEighth: Number.POSITIVE_INFINITY };
  for (let run = 0; run < 5 && !isGood(times); run++) {
    times.time = Math.min(times.time, await leastTime(readAll, quick, 1));
    if (times.time > quick) times.ofEighth = Math.min(times.ofEighth, await leastTime(readEighth, 0));
  }
  return times;
}

/**
 * Which text an expression reads in more than linear time, in words; null for none. Where a text of some 2,500 characters takes
 * more than 0.4 ms, one four times as long may take 9 times as long (a quadratic expression takes 16).
 */
export async function slowText(expression: RegExp, source: string): Promise<string | null> {
  const [limit, mostGrown] = [0.4, 9];
  const timeOf = (text: string, enough: number) => {
    expression.lastIndex = 0;
    return leastTime(() => text.replace(expression, ''), enough);
  };
  for (const [at, text] of textsFor(source).entries()) {
    const time = await timeOf(text, limit);
    if (time <= limit) continue;
    const longer = await timeOf(textsFor(source, lengthening * attackLength)[at]!, mostGrown * time);
    if (longer > mostGrown * time)
      return `${JSON.stringify(text.slice(0, 12))} … ${JSON.stringify(text.slice(-2))}: ${time.toFixed(1)} ms, four times as long ${longer.toFixed(1)} ms`;
  }
  return null;
}
