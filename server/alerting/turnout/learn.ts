import { chancesOf, logChance } from './beta-binomial.ts';
import type { DayPart } from './day-part.ts';

/** Those of one alarm who were asked for a stop limit's group, or without one. */
export interface Turnout {
  groupId: number | null;
  asked: number;
  /** Those of them who said in time that they come. */
  came: number;
}

/** What came of an alarm. */
export interface PastAlarm {
  part: DayPart;
  turnouts: readonly Turnout[];
}

/** Of whom how many are likely to come: people of a group, or of none, who are asked in a part of the week. */
export interface TurnoutQuestion {
  people: number;
  groupId: number | null;
  part: DayPart;
}

/** How many of some people are likely to come. */
export interface Forecast {
  /** Between these two, both included, it is in four of five such alarms. */
  from: number;
  to: number;
  /** How likely it is that so many come, or more. */
  chanceOf(needed: number): number;
}

/** What past alarms taught. */
export interface Experience {
  alarms: number;
  forecast(question: TurnoutQuestion): Forecast;
}

// of over 6,200 people in two published test alarms a third was available
const usualShare = 0.35;
/** How many answers of people who act alone that weighs. */
const usualWeight = 16;
const inRange = 0.8;
/** From here on a range is computed for as many and scaled. */
const mostCounted = 400;

/** What may be so: how alike people of one alarm act, and how much groups and parts of the week are like the whole. */
interface Supposition {
  spread: number;
  likeness: number;
  whole: Tally;
  parts: Map<string, Tally>;
  groups: Map<string, Tally>;
  /** Groups in a part of the week. */
  cells: Map<string, Tally>;
  /** Logarithm of how well it foretold the past. */
  merit: number;
}

/** Answers, as many as they are worth if each had been given alone. */
interface Tally {
  asked: number;
  came: number;
}

interface Expected {
  mean: number;
  spread: number;
}

/** Somebody who learns from one alarm after the other. */
export interface Learner {
  add(alarm: PastAlarm): void;
  /** What was learnt by now. */
  experience(): Experience;
}

/**
 * Begins to learn from past alarms, to be added in their order. Each supposition foretells each alarm from those before it;
 * how well it did decides how much it counts. So the range is as wide as past alarms differed, and wide while there are few.
 */
export function beginLearning(): Learner {
  const suppositions = begin();
  let alarms = 0;
  return {
    add({ part, turnouts }) {
      for (const one of suppositions) {
        // those of one alarm know nothing of each other: foretold before any of them is added
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

/** What these alarms teach, in their order. */
export function learn(past: readonly PastAlarm[]): Experience {
  const learner = beginLearning();
  for (const alarm of past) learner.add(alarm);
  return learner.experience();
}

// each with how much it counts before anything happened: that all act as one, or every group in its own way, is rare
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
  // what all of an alarm have in common says only once how the organisation answers
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

/** The more alike people act, the less each further one of the same alarm says. */
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
 * The share that is expected of a group in a part of the week: that of the whole, moved as far as the group and the part were
 * seen to differ, moved further as far as the group in this part was; each the less, the fewer answers there are. What is
 * not known of it widens the spread.
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

/**
 * The range that holds the outcome in four of five cases, as near as whole people allow, and lies in the middle: from the
 * likeliest number on it grows to the side where more is left, until one more would lead further away.
 */
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
