import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { type Member, type MemberState, nextStep } from './cascade-step.ts';

const minute = 60_000;
const rule = { needed: 2, waitMs: 5 * minute };
const member = (personId: number, rest: Partial<Member> = {}): Member => ({
  personId,
  position: personId,
  always: false,
  askedAt: null,
  state: 'open',
  ...rest,
});
const asked = (personId: number, state: MemberState = 'open', askedAt = 0) => member(personId, { askedAt, state });

test('the first wave asks priority people and as many others as are still needed', () => {
  const people = [member(3), member(1), member(2), member(4, { always: true })];
  assert.deepEqual(nextStep(rule, people, 0), { ask: [4, 1], outcome: 'running', dueAt: 5 * minute });
});

test('a no, an unreachable person and the end of a wait each bring in the next person', () => {
  const next = (first: Member, now: number) => nextStep(rule, [first, asked(2), member(3), member(4)], now).ask;
  assert.deepEqual(next(asked(1), minute), []);
  assert.deepEqual(next(asked(1, 'negative'), minute), [3]);
  assert.deepEqual(next(asked(1, 'gone'), minute), [3]);
  assert.deepEqual(next(asked(1, 'neutral'), minute), []);
  assert.deepEqual(next(asked(1, 'open', -4 * minute), minute), [3]);
  assert.deepEqual(next(asked(1, 'neutral', -4 * minute), minute), [3]);
});

test('enough positive answers close the limit; running out of people closes it as missed', () => {
  const late = [asked(1, 'positive'), asked(2, 'positive'), member(3)];
  assert.deepEqual(nextStep(rule, late, minute), { ask: [], outcome: 'reached', dueAt: null });
  const few = [asked(1, 'positive'), asked(2, 'negative'), member(3, { state: 'gone' })];
  assert.deepEqual(nextStep(rule, few, minute), { ask: [], outcome: 'exhausted', dueAt: null });
  assert.deepEqual(nextStep(rule, [asked(1, 'positive'), asked(2)], minute).outcome, 'running');
});

const reactions = fc.record({
  state: fc.constantFrom<MemberState>('open', 'positive', 'negative', 'neutral', 'gone'),
  after: fc.nat({ max: 12 }),
  always: fc.boolean(),
});

test('for all answers, waits for as many people as are missing while there are people left', () => {
  fc.assert(
    fc.property(fc.array(reactions, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), (people, needed) => {
      const waitMs = 5 * minute;
      const members = people.map(({ always }, id) => member(id, { always }));
      const limitedAsked: number[] = [];
      let now = 0;
      let ended: string | null = null;
      for (let turns = 0; !ended; turns++) {
        assert.ok(turns < 200, 'it ends');
        for (const one of members) {
          const { state, after } = people[one.personId]!;
          if (one.askedAt !== null && one.askedAt + after * minute <= now) one.state = state;
        }
        const { ask, outcome, dueAt } = nextStep({ needed, waitMs }, members, now);
        const missing = needed - members.filter(({ state }) => state === 'positive').length;
        const fresh = ask.filter((id) => !members[id]!.always);
        assert.equal(fresh.length, new Set(fresh).size);
        for (const id of ask) members[id]!.askedAt = now;
        limitedAsked.push(...fresh);
        const awaited = members.filter(
          ({ askedAt, state }) => askedAt !== null && askedAt + waitMs > now && ['open', 'neutral'].includes(state),
        );
        const left = members.filter(({ askedAt, state }) => askedAt === null && state === 'open');
        if (fresh.length) assert.ok(awaited.length <= missing, 'nobody is asked beyond the need');
        if (missing > 0 && left.length) assert.ok(awaited.length >= missing, 'as many as needed are awaited');
        assert.equal(left.filter(({ always }) => always).length, 0, 'priority people never wait');
        if (outcome === 'reached') assert.ok(missing <= 0);
        if (outcome === 'exhausted') assert.ok(missing > 0 && awaited.length === 0 && left.length === 0);
        if (outcome !== 'running') ended = outcome;
        else assert.ok(dueAt !== null && dueAt > now, 'a running cascade knows when to look again');
        now += minute;
      }
      assert.deepEqual(
        limitedAsked,
        [...limitedAsked].sort((a, b) => a - b),
        'in call order',
      );
    }),
    { numRuns: 500 },
  );
});
