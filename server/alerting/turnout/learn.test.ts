import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { nextStep } from '#server/alerting/cascade/cascade-step.ts';
import { chancesOf } from './beta-binomial.ts';
import { type DayPart, dayPartOf } from './day-part.ts';
import { type Asking, askedInTime, inTimeMinutes } from './in-time.ts';
import { beginLearning, learn, type PastAlarm, type Turnout } from './learn.ts';

/** Numbers below 1, the same in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The true behaviour, in log odds. */
interface Truth {
  alarms: number;
  /** The average, and deviations of organisations, groups and alarms. */
  share: number;
  organisations: number;
  groups: number;
  alarm: number;
  parts?: Partial<Record<DayPart, number>>;
  size: [number, number];
}

const truths: Record<string, Truth> = {
  'each answers alone': { alarms: 50, share: 0.35, organisations: 0.4, groups: 0, alarm: 0, size: [5, 30] },
  'an alarm goes well or badly for all': {
    alarms: 50,
    share: 0.35,
    organisations: 0.4,
    groups: 0.2,
    alarm: 0.9,
    size: [5, 40],
  },
  'groups and hours differ': {
    alarms: 50,
    share: 0.4,
    organisations: 0.4,
    groups: 0.8,
    alarm: 0.3,
    parts: { work: 0.6, night: -0.9 },
    size: [6, 30],
  },
  'there are few people': { alarms: 50, share: 0.4, organisations: 0.4, groups: 0.5, alarm: 0.3, size: [2, 8] },
  'there are many people': { alarms: 50, share: 0.3, organisations: 0.4, groups: 0.4, alarm: 0.5, size: [60, 900] },
  'nearly everybody comes': { alarms: 100, share: 0.85, organisations: 0.2, groups: 0.4, alarm: 0.5, size: [5, 30] },
  'little is known yet': { alarms: 5, share: 0.35, organisations: 0.6, groups: 0.4, alarm: 0.5, size: [5, 30] },
};

const replayed = 1000;
const parts: DayPart[] = ['work', 'free', 'night'];

/** Forecasts alarms from earlier ones; returns how often the range held. */
function replay(truth: Truth, seed: number): number {
  const roll = dice(seed);
  const deviation = (of: number) => of * Math.sqrt(-2 * Math.log(1 - roll())) * Math.cos(2 * Math.PI * roll());
  const whole = ([least, most]: [number, number]) => least + Math.floor(roll() * (most - least + 1));
  let [inside, foretold] = [0, 0];
  for (let done = 0; done < replayed; done += truth.alarms) {
    const organisation = Math.log(truth.share / (1 - truth.share)) + deviation(truth.organisations);
    const groups = Array.from({ length: 4 }, () => ({ size: whole(truth.size), is: deviation(truth.groups) }));
    const learner = beginLearning();
    for (let alarm = 0; alarm < truth.alarms; alarm++) {
      const part = parts[Math.floor(roll() * parts.length)]!;
      const luck = deviation(truth.alarm) + (truth.parts?.[part] ?? 0);
      const experience = learner.experience();
      const turnouts: Turnout[] = [];
      for (const [groupId, { size, is }] of groups.entries()) {
        if (roll() < 0.4) continue;
        const chance = 1 / (1 + Math.exp(-(organisation + is + luck)));
        const came = Array.from({ length: size }, roll).filter((drawn) => drawn < chance).length;
        const { from, to } = experience.forecast({ people: size, groupId, part });
        foretold++;
        if (from <= came && came <= to) inside++;
        turnouts.push({ groupId, asked: size, came });
      }
      learner.add({ part, turnouts });
    }
  }
  return inside / foretold;
}

for (const [at, [name, truth]] of Object.entries(truths).entries()) {
  test(`the forecast range covers four in five of 1,000 replayed alarms: ${name}`, (t) => {
    const share = replay(truth, 4200 + at);
    t.diagnostic(`${(share * 100).toFixed(1)} %`);
    assert.ok(share >= 0.75 && share <= 0.85, `${share}`);
  });
}

const night = (turnouts: Turnout[]): PastAlarm => ({ part: 'night', turnouts });
const repeat = (times: number, alarm: PastAlarm) => Array.from({ length: times }, () => alarm);
const middle = ({ from, to }: { from: number; to: number }) => (from + to) / 2;

test('without any alarm about a third come, and the range is wide', () => {
  const { alarms, forecast } = learn([]);
  const { from, to, chanceOf } = forecast({ people: 100, groupId: 1, part: 'work' });
  assert.equal(alarms, 0);
  assert.ok(from <= 25 && to >= 45 && middle({ from, to }) > 25 && middle({ from, to }) < 45, `${from} to ${to}`);
  assert.ok(chanceOf(10) > 0.8 && chanceOf(60) < 0.2, `${chanceOf(10)} and ${chanceOf(60)}`);
});

test('learns from a group, from an hour, and from others without data on either', () => {
  const half = { asked: 20, came: 10 };
  const { forecast } = learn([
    ...repeat(15, night([{ groupId: 1, asked: 20, came: 2 }])),
    ...repeat(15, { part: 'work', turnouts: [{ groupId: 1, ...half }] }),
    ...repeat(15, { part: 'work', turnouts: [{ groupId: 2, asked: 20, came: 18 }] }),
  ]);
  const expected = (groupId: number, part: DayPart) => middle(forecast({ people: 20, groupId, part }));
  assert.ok(Math.abs(expected(1, 'night') - 2) < 1.5, `${expected(1, 'night')}`);
  assert.ok(Math.abs(expected(1, 'work') - 10) < 2, `${expected(1, 'work')}`);
  assert.ok(Math.abs(expected(2, 'work') - 18) < 2, `${expected(2, 'work')}`);
  assert.ok(expected(2, 'night') < expected(2, 'work'), 'a group that was never alarmed at night');
  assert.ok(expected(3, 'night') < expected(3, 'work'), 'a group that was never alarmed');
});

test('the range is wide for differing alarms and narrow for similar ones', () => {
  const alike = repeat(30, night([{ groupId: 1, asked: 40, came: 16 }]));
  const unlike = alike.map((alarm, at) => night([{ ...alarm.turnouts[0]!, came: at % 2 ? 4 : 28 }]));
  const width = (past: PastAlarm[]) => {
    const { from, to } = learn(past).forecast({ people: 40, groupId: 1, part: 'night' });
    return to - from;
  };
  assert.ok(width(unlike) > 1.5 * width(alike), `${width(unlike)} and ${width(alike)}`);
});

test('a forecast is always a range within the people, and more people never come less likely', () => {
  const turnout = fc
    .record({
      groupId: fc.option(fc.integer({ min: 1, max: 3 })),
      asked: fc.integer({ min: 1, max: 5000 }),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ groupId, asked, part }) => ({ groupId, asked, came: Math.round(asked * part) }));
  const alarm = fc.record({ part: fc.constantFrom(...parts), turnouts: fc.array(turnout, { maxLength: 3 }) });
  const question = fc.record({
    people: fc.integer({ min: 0, max: 100_000 }),
    groupId: fc.option(fc.integer({ min: 1, max: 4 })),
    part: fc.constantFrom(...parts),
  });
  fc.assert(
    fc.property(fc.array(alarm, { maxLength: 12 }), question, (past, asked) => {
      const { from, to, chanceOf } = learn(past).forecast(asked);
      assert.ok(0 <= from && from <= to && to <= asked.people);
      assert.ok(Math.abs(chanceOf(0) - 1) < 1e-6);
      const steps = [0, 0.25, 0.5, 0.75, 1].map((share) => chanceOf(Math.round(asked.people * share)));
      for (const [at, chance] of steps.entries()) assert.ok(at === 0 || chance <= steps[at - 1]! + 1e-12);
    }),
    { numRuns: 60 },
  );
});

test('the chances of all numbers add up, and their mean is the given one', () => {
  const mean = fc.double({ min: 0.02, max: 0.98, noNaN: true });
  const spread = fc.double({ min: 0.002, max: 0.9, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), mean, spread, (people, share, alike) => {
      const chances = chancesOf(people, { mean: share, spread: alike });
      assert.ok(Math.abs(chances.reduce((sum, chance) => sum + chance, 0) - 1) < 1e-6);
      const expected = chances.reduce((sum, chance, n) => sum + n * chance, 0);
      assert.ok(Math.abs(expected - people * share) < 1e-4 * Math.max(1, people));
    }),
  );
});

test('a stop limit in time asks as many as a simulation without answers', () => {
  const asking = fc
    .record({
      needed: fc.integer({ min: 1, max: 8 }),
      waitMinutes: fc.integer({ min: 1, max: 40 }),
      available: fc.integer({ min: 0, max: 60 }),
      priority: fc.integer({ min: 0, max: 12 }),
    })
    .map(({ priority, ...rest }) => ({ ...rest, always: Math.min(priority, rest.available) }));
  fc.assert(fc.property(asking, (one) => assert.equal(askedInTime(one), askedOneByOne(one))));
});

function askedOneByOne({ needed, waitMinutes, available, always }: Asking): number {
  const members = Array.from({ length: available }, (_, at) => ({
    personId: at,
    position: at,
    always: at < always,
    askedAt: null as number | null,
    state: 'open' as const,
  }));
  const last = Math.max(0, inTimeMinutes - waitMinutes);
  for (let minute = 0; minute <= last; minute++) {
    for (const person of nextStep({ needed, waitMs: waitMinutes }, members, minute).ask)
      members[person]!.askedAt = minute;
  }
  return members.filter(({ askedAt }) => askedAt !== null).length;
}

test('separates night, working hours and the rest by the organisation’s clock', () => {
  const part = (at: string, zone = 'Europe/Berlin') => dayPartOf(new Date(at), zone);
  assert.equal(part('2026-03-04T05:59:00+01:00'), 'night');
  assert.equal(part('2026-03-04T06:00:00+01:00'), 'free');
  assert.equal(part('2026-03-04T07:00:00+01:00'), 'work');
  assert.equal(part('2026-03-04T17:00:00+01:00'), 'free');
  assert.equal(part('2026-03-07T10:00:00+01:00'), 'free', 'a Saturday');
  assert.equal(part('2026-07-01T22:00:00+02:00'), 'night');
  assert.equal(part('2026-07-01T22:00:00+02:00', 'America/New_York'), 'work');
});
