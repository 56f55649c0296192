import assert from 'node:assert/strict';
import test from 'node:test';
import { type Carrier, carrierState, decideStandIn, type StandInDecision } from './decide-stand-in.ts';

const usual = {
  ...{ reason: null, attempts: 1, isSilent: false, isOff: false, isLate: false },
  ...{ isPossiblySent: false, isStopped: false },
};
const states = {
  planned: { status: 'pending', attempts: 0 },
  queued: { status: 'queued', attempts: 0 },
  blocked: { status: 'queued', attempts: 0, isSilent: true },
  switchedOff: { status: 'queued', attempts: 0, isSilent: true, isOff: true },
  claimed: { status: 'sending' },
  heldTooLong: { status: 'sending', isLate: true },
  handedOver: { status: 'sent', isPossiblySent: true },
  delivered: { status: 'delivered', isPossiblySent: true },
  read: { status: 'read', isPossiblySent: true },
  unconfirmed: { status: 'sent', reason: 'unconfirmed', isPossiblySent: true },
  deferred: { status: 'retrying', reason: 'recipient_deferred' },
  unknown: { status: 'retrying', reason: 'outcome_unknown', isPossiblySent: true },
  channelFault: { status: 'retrying', attempts: 0, isSilent: true },
  refused: { status: 'failed' },
  expired: { status: 'expired' },
  bounced: { status: 'failed', isPossiblySent: true },
  aside: { status: 'cancelled', reason: 'handed_over', attempts: 0 },
  asideSilent: { status: 'cancelled', reason: 'handed_over', attempts: 0, isSilent: true },
  asideOff: { status: 'cancelled', reason: 'handed_over', attempts: 0, isSilent: true, isOff: true },
  asideDeferred: { status: 'cancelled', reason: 'handed_over' },
  stopped: { status: 'cancelled', reason: 'stopped', isStopped: true },
  allClear: { status: 'cancelled', reason: 'all_clear', isStopped: true },
  answered: { status: 'cancelled', reason: 'answered' },
  limit: { status: 'skipped', reason: 'limit_reached' },
} satisfies Record<string, Partial<Carrier>>;
type State = keyof typeof states;
const all = Object.keys(states) as State[];

const carrier = (state: State, id: number): Carrier => ({
  ...usual,
  ...states[state],
  ...{ id, channelId: id, isOriginal: id === 1 },
});

/** `a` is the original, `b` its substitute, `c` untried: `-` yields, `+` begins, `!` is possibly doubled. */
function words({ cancel, start, isPossiblyTwice }: StandInDecision): string {
  const gone = cancel.map((id) => 'ab'[id - 1]).join('');
  const begun = start && ('again' in start ? 'ab'[start.again - 1] : 'c');
  return `${gone && `-${gone}`}${begun ? `+${begun}${isPossiblyTwice ? '!' : ''}` : ''}` || '.';
}

const sends = { channelId: 3, isSilent: false };
const troubled = { channelId: 3, isSilent: true };

const alone: Record<State, string> = {
  planned: '. . .',
  queued: '. . .',
  blocked: '-a+c . .',
  switchedOff: '-a+c -a+c .',
  claimed: '. . .',
  heldTooLong: '+c! +c! .',
  handedOver: '. . .',
  delivered: '. . .',
  read: '. . .',
  unconfirmed: '+c! +c! .',
  deferred: '-a+c . .',
  unknown: '-a+c! . .',
  channelFault: '-a+c -a+c .',
  refused: '+c +c .',
  expired: '+c +c .',
  bounced: '+c! +c! .',
  aside: '+c +a +a',
  asideSilent: '+c +c +a',
  asideOff: '+c +c +a',
  asideDeferred: '+c +a +a',
  stopped: '. . .',
  allClear: '. . .',
  answered: '. . .',
  limit: '. . .',
};

test('decides about a text on one channel when another can send, is in trouble, or is missing', () => {
  for (const state of all) {
    const found = [[sends], [troubled], []].map((untried) => words(decideStandIn([carrier(state, 1)], untried)));
    assert.equal(found.join(' '), alone[state], state);
  }
});

const head =
  'queued blocked claimed heldTooLong handedOver unconfirmed deferred unknown channelFault refused bounced aside asideSilent';
const pairs = {
  planned: '.      .      .      .      .      .      .      .      .      .      .      .      .',
  queued: '-b     -b     -a     .      -a     .      -b     -b     -b     .      .      .      .',
  blocked: '-a     -b     -a     .      -a     .      -a     -a     -b     .      .      -a+b   .',
  switchedOff: '-a     -b     -a     .      -a     .      -a     -a     -b     .      .      -a+b   -a+b',
  claimed: '-b     -b     .      .      .      .      -b     -b     -b     .      .      .      .',
  heldTooLong: '.      .      .      .      .      .      .      .      .      .      .      +b!    +b!',
  handedOver: '-b     -b     .      .      .      .      -b     -b     -b     .      .      .      .',
  delivered: '-b     -b     .      .      .      .      -b     -b     -b     .      .      .      .',
  read: '-b     -b     .      .      .      .      -b     -b     -b     .      .      .      .',
  unconfirmed: '.      .      .      .      .      .      .      .      .      .      .      +b!    +b!',
  deferred: '-a     -b     -a     .      -a     .      -b     -b     -b     .      .      -a+b   .',
  unknown: '-a     -b     -a     .      -a     .      -b     -b     -b     .      .      -a+b!  .',
  channelFault: '-a     -b     -a     .      -a     .      -a     -a     -b     .      .      -a+b   -a+b',
  refused: '.      .      .      .      .      .      .      .      .      .      .      +b     +b',
  expired: '.      .      .      .      .      .      .      .      .      .      .      +b     +b',
  bounced: '.      .      .      .      .      .      .      .      .      .      .      +b!    +b!',
  aside: '.      -b+a   .      +a!    .      +a!    -b+a   -b+a!  -b+a   +a     +a!    +a     +a',
  asideSilent: '.      .      .      +a!    .      +a!    .      .      -b+a   +a     +a!    +b     +a',
  asideOff: '.      .      .      .      .      +a!    .      .      .      +a     +a!    +b     +b',
  asideDeferred: '.      -b+a   .      +a!    .      +a!    .      .      -b+a   +a     +a!    +a     +a',
  stopped: '.      .      .      .      .      .      .      .      .      .      .      .      .',
  allClear: '.      .      .      .      .      .      .      .      .      .      .      .      .',
  answered: '.      .      .      .      .      .      .      .      .      .      .      .      .',
  limit: '.      .      .      .      .      .      .      .      .      .      .      .      .',
};

test('covers every pair of states of an original and its substitute', () => {
  const columns = head.split(' ') as State[];
  for (const [a, row] of Object.entries(pairs)) {
    const found = columns.map((b) => words(decideStandIn([carrier(a as State, 1), carrier(b, 2)], [])));
    assert.equal(found.join(' '), row.replace(/ +/g, ' ').trim(), a);
  }
});

test('no pair leaves two active carriers, and none ends while another could send the text', () => {
  for (const a of all) {
    for (const b of all) {
      for (const untried of [[], [sends], [troubled]]) {
        const carriers = [carrier(a, 1), carrier(b, 2)];
        const { cancel, start, mark, isPossiblyTwice } = decideStandIn(carriers, untried);
        const found = carriers.map(carrierState);
        const about = `${a}, ${b}, ${JSON.stringify(untried)}`;
        const waits = carriers.filter(({ id, status }) => /^(queued|retrying)$/.test(status) && !cancel.includes(id));
        if (found.includes('planned')) {
          assert.equal(start, null, `${about}: its step has not come`);
          continue;
        }
        assert.ok(waits.length + (start ? 1 : 0) <= 1, `${about}: two of them go on`);
        if (found.includes('arrived')) assert.deepEqual([start, waits], [null, []], `${about}: the text is there`);
        if (start) {
          const mayBeThere = carriers.some((one) => one.isPossiblySent || one.isLate);
          assert.equal(isPossiblyTwice, mayBeThere, `${about}: marked exactly where it may come twice`);
          assert.equal(mark.length, carriers.filter((one) => one.isLate).length, about);
        }
        const isOver = found.includes('over') || found.includes('arrived');
        const couldBegin = untried.length > 0 || found.includes('aside');
        const goesOn = waits.length > 0 || start || found.includes('leaving') || found.includes('late');
        assert.ok(isOver || !couldBegin || goesOn, `${about}: the text is lost`);
      }
    }
  }
});
