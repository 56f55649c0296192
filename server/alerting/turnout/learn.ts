import { chancesOf, logChance } from './beta-binomial.ts';
import type { DayPart } from './day-part.ts';

export interface Turnout {
  groupId: number | null;
  asked: number;
  /** The number who said yes in time. */
  came: number;
}

/** The results of an alarm. */
export interface PastAlarm {
  part: DayPart;
  turnouts: readonly Turnout[];
}

/** People of a group, or none, in a part of the week. */
export interface TurnoutQuestion {
  people: number;
  groupId: number | null;
  part: DayPart;
}

/** A forecast for some people. */
export interface Forecast {
  /** An 80 % range, inclusive. */
  from: number;
  to: number;
  /** Returns the probability that at least this number comes. */
  chanceOf(needed: number): number;
}

/** The experience from past alarms. */
export interface Experience {
  alarms: number;
  forecast(question: TurnoutQuestion): Forecast;
}

// a third was available in two published test alarms of 6,200 people
const usualShare = 0.35;
/** The weight of this prior, in independent answers. */
const usualWeight = 16;
const inRange = 0.8;
/** Larger numbers are computed for this many and scaled. */
const mostCounted = 400;

/** A hypothesis: correlation, and similarity of groups and times. */
interface Supposition {
  spread: number;
  likeness: number;
  whole: Tally;
  parts: Map<string, Tally>;
  groups: Map<string, Tally>;
  /** By group and part of the week. */
  cells: Map<string, Tally>;
  /** The log likelihood of its past predictions. */
  merit: number;
}

/** Answers, weighted as independent ones. */
interface Tally {
  asked: number;
  came: number;
}

interface Expected {
  mean: number;
  spread: number;
}

/** Learns from a sequence of alarms. */
export interface Learner {
  add(alarm: PastAlarm): void;
  experience(): Experience;
}

/** Learns from past alarms. Hypotheses are weighted by predictions, so the range is wide at first. */
export function beginLearning(): Learner {
  const suppositions = begin();
  let alarms = 0;
  return {
    add({ part, turnouts }) {
      for (const one of suppositions) {
        // predicts all turnouts of an alarm before adding any
        for (const turnout of turnouts) one.merit += meritOf(one, turnout, part);
        add(one, turnouts, part);
      }
      alarms++;
    },
    experience() {
      const best = Math.max(...suppositions.map(({ merit }) => merit));
      const weights = suppositions.map(({ merit }) => Math.exp(merit - best));
      const sum = weights.reduce((all, weight) => all + weight, 0);
      const weighed = suppositions.map((one, at) => [one, weights[at]! / sum] as const);
      return { alarms, forecast: (question) => forecast(weighed, question) };
    },
  };
}

/** Learns from alarms in order. */
export function learn(past: readonly PastAlarm[]): Experience {
  const learner = beginLearning();
  for (const alarm of past) learner.add(alarm);
  return learner.experience();
}

// with prior weights; extremes are rare
const spreads = [
  [0.003, 3],
  [0.01, 2],
  [0.03, 1.5],
  [0.07, 1],
  [0.13, 0.6],
  [0.2, 0.3],
  [0.3, 0.1],
] as const;
const likenesses = [
  [12, 0.4],
  [30, 1],
  [100, 1],
] as const;

const begin = (): Supposition[] =>
  spreads.flatMap(([spread, usual]) =>
    likenesses.map(([likeness, usually]) => ({
      spread,
      likeness,
      whole: { asked: usualWeight, came: usualWeight * usualShare },
      parts: new Map(),
      groups: new Map(),
      cells: new Map(),
      merit: Math.log(usual * usually),
    })),
  );

const meritOf = (one: Supposition, { groupId, asked, came }: Turnout, part: DayPart): number =>
  logChance(came, asked, expect(one, groupId, part));

function add(one: Supposition, turnouts: readonly Turnout[], part: DayPart): void {
  const all = { asked: sumOf(turnouts, 'asked'), came: sumOf(turnouts, 'came') };
  // common effects only count for the organisation
  count(one, one.whole, all);
  count(one, tallyIn(one.parts, part), all);
  for (const turnout of turnouts) {
    if (turnout.groupId === null) continue;
    count(one, tallyIn(one.groups, `${turnout.groupId}`), turnout);
    count(one, tallyIn(one.cells, `${turnout.groupId} ${part}`), turnout);
  }
}

const sumOf = (turnouts: readonly Turnout[], what: 'asked' | 'came') =>
  turnouts.reduce((sum, turnout) => sum + turnout[what], 0);

/** With correlation, further answers of an alarm count less. */
function count({ spread }: Supposition, tally: Tally, { asked, came }: Tally): void {
  const worth = 1 / (1 + (asked - 1) * spread);
  tally.asked += asked * worth;
  tally.came += came * worth;
}

function tallyIn(tallies: Map<string, Tally>, key: string): Tally {
  const known = tallies.get(key) ?? { asked: 0, came: 0 };
  tallies.set(key, known);
  return known;
}

const nothing: Tally = { asked: 0, came: 0 };

/**
 * Returns a group's expected share at a time, adjusted by observed differences, less for few answers. Uncertainty
 * widens the spread.
 */
function expect(one: Supposition, groupId: number | null, part: DayPart): Expected {
  const { likeness, spread } = one;
  const whole = { mean: one.whole.came / one.whole.asked, doubt: 1 / (one.whole.asked + 1) };
  const near = (tally: Tally, mean: number) => {
    const asked = likeness + tally.asked;
    return { mean: (mean * likeness + tally.came) / asked, kept: likeness / asked, doubt: 1 / (asked + 1) };
  };
  const group = near(one.groups.get(`${groupId}`) ?? nothing, whole.mean);
  const time = near(one.parts.get(part) ?? nothing, whole.mean);
  const both = fromOdds((oddsOf(group.mean) * oddsOf(time.mean)) / oddsOf(whole.mean));
  const cell = near(one.cells.get(`${groupId} ${part}`) ?? nothing, both);
  const doubtOfBoth = (group.kept + time.kept - 1) ** 2 * whole.doubt + group.doubt + time.doubt;
  const doubt = cell.doubt + cell.kept ** 2 * doubtOfBoth;
  return { mean: cell.mean, spread: Math.min(0.9, spread + (1 - spread) * doubt) };
}

const oddsOf = (share: number) => share / (1 - share);
const fromOdds = (odds: number) => odds / (1 + odds);

function forecast(weighed: readonly (readonly [Supposition, number])[], question: TurnoutQuestion): Forecast {
  const { people, groupId, part } = question;
  const counted = Math.min(people, mostCounted);
  const chances = new Float64Array(counted + 1);
  for (const [one, weight] of weighed) {
    const own = chancesOf(counted, expect(one, groupId, part));
    for (let n = 0; n <= counted; n++) chances[n]! += weight * own[n]!;
  }
  const scale = counted ? people / counted : 1;
  const { from, to } = rangeOf(chances);
  return {
    from: Math.round(from * scale),
    to: Math.round(to * scale),
    chanceOf: (needed) => sumUp(chances.subarray(Math.min(counted + 1, Math.ceil(needed / scale)))),
  };
}

/** Returns the range of four in five outcomes, around the likeliest number. */
function rangeOf(chances: Float64Array): { from: number; to: number } {
  let [from, held] = [0, 0];
  for (const [n, chance] of chances.entries()) if (chance > held) [from, held] = [n, chance];
  let to = from;
  let [below, above] = [sumUp(chances.subarray(0, from)), sumUp(chances.subarray(to + 1))];
  for (;;) {
    const more = (below > above ? chances[from - 1] : chances[to + 1]) ?? 0;
    if (more === 0 || Math.abs(held + more - inRange) >= Math.abs(held - inRange)) return { from, to };
    held += more;
    if (below > above) {
      from--;
      below -= more;
    } else {
      to++;
      above -= more;
    }
  }
}

const sumUp = (chances: Float64Array): number => chances.reduce((sum, chance) => sum + chance, 0);
