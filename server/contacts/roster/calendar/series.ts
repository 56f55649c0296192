import { type CalendarEvent, propertyIn } from './components.ts';
import { afterEnd, type Clock, changedTurn, type EventTurn, midnight, type TimedEvent } from './event.ts';
import { type Steps, turnsOfRule } from './rule.ts';
import { UnreadValue } from './times.ts';
import type { WallTime } from './zones.ts';

/** An event that changes a turn of a series. */
export interface Change {
  event: CalendarEvent;
  /** Its times; null for a cancelled turn without any. */
  timed: TimedEvent | null;
  sequence: number;
}

type SeriesTurn =
  | ({ kind: 'turn'; timed: TimedEvent; at: string } & EventTurn)
  | { kind: 'cancelled' }
  | { kind: 'start' }
  | { kind: 'misfit'; event: CalendarEvent }
  | { kind: 'older'; event: CalendarEvent };

interface Frame {
  /** The search starts here, for some turns earlier. */
  from: WallTime;
  /** The end of the search. */
  end: WallTime;
  clock: Clock;
  count: Steps;
  /** Receives changes for another series of the UID. */
  passOn?: ((change: Change) => void) | undefined;
}

const telling = ['SUMMARY', 'STATUS', 'DTSTART', 'DTEND', 'DURATION', 'RRULE', 'ATTENDEE'];

/** Recognizes events that a file holds twice. */
export function isSameEvent(one: CalendarEvent, other: CalendarEvent): boolean {
  const said = ({ properties }: CalendarEvent) =>
    JSON.stringify(properties.filter(({ name }) => telling.includes(name)).map(({ name, value }) => [name, value]));
  return said(one) === said(other);
}

/**
 * Returns a series' turns as changed. A change without a turn is misfit, and a turn unless it cancels; a replaced one
 * is older. `start`: the event's own start isn't a turn of its rules; RFC 5545 leaves open whether it takes place.
 */
export function* turnsOfSeries(series: TimedEvent, changes: readonly Change[], frame: Frame): Generator<SeriesTurn> {
  const turns = plannedTurns(series, frame);
  const { single, following, misfits, moved, older } = fitted(series, changes, turns, frame);
  const isSeries = series.rules.length + series.listed.length > 0;
  for (const turn of [...turns.values()].sort((a, b) => a.start - b.start)) {
    const at = isSeries ? new Date(turn.start).toISOString().slice(0, 16) : '';
    const own = single.get(turn.start);
    const [begun, change] = own ? [turn.start, own] : (following.findLast(([wall]) => wall <= turn.start) ?? [0, null]);
    if (!change) yield { kind: 'turn', timed: series, at, ...turn };
    else if (!change.timed || change.timed.isCancelled) yield { kind: 'cancelled' };
    else if (own)
      yield { kind: 'turn', timed: change.timed, at, start: change.timed.start, length: change.timed.length };
    else {
      // later turns shift equally
      const start = change.timed.start + turn.start - begun;
      yield { kind: 'turn', timed: change.timed, at, start, length: change.timed.length };
    }
  }
  for (const event of older) yield { kind: 'older', event };
  if (!turns.has(series.start) && !isLeftOut(series, series.start)) yield { kind: 'start' };
  if (missesTurn(series, turns)) yield { kind: 'misfit', event: series.event };
  if (frame.passOn) misfits.splice(0).forEach(frame.passOn);
  for (const { event } of misfits) yield { kind: 'misfit', event };
  for (const { event, timed } of [...misfits, ...moved]) {
    if (!timed || timed.isCancelled) continue;
    const at = propertyIn(event, 'RECURRENCE-ID')!.value.slice(0, 40);
    yield { kind: 'turn', timed, at, start: timed.start, length: timed.length };
  }
}

function plannedTurns(series: TimedEvent, { from, end, clock, count }: Frame): Map<WallTime, EventTurn> {
  const { start, length } = series;
  const turns = new Map<WallTime, EventTurn>();
  const add = (turn: EventTurn) => {
    count(1);
    if (!isLeftOut(series, turn.start) && !turns.has(turn.start)) turns.set(turn.start, turn);
  };
  if (!series.rules.length) add({ start, length });
  for (const rule of series.rules) {
    const search = { start, from, end, isPast: afterEnd(rule, series, clock), steps: count };
    for (const wall of turnsOfRule(rule, search)) add({ start: wall, length });
  }
  for (const turn of series.listed) add(turn);
  return turns;
}

const isLeftOut = ({ left }: TimedEvent, wall: WallTime): boolean =>
  left.times.has(wall) || left.days.has(midnight(wall));

/** Whether an excluded time isn't a turn, although that day has one. */
function missesTurn({ left }: TimedEvent, turns: ReadonlyMap<WallTime, EventTurn>): boolean {
  if (!left.times.size) return false;
  const days = new Set([...turns.keys()].map(midnight));
  return [...left.times].some((wall) => days.has(midnight(wall)));
}

/** Finds each change's turn; the newest holds. */
function fitted(
  series: TimedEvent,
  changes: readonly Change[],
  turns: ReadonlyMap<WallTime, EventTurn>,
  { from, end, clock }: Frame,
) {
  const single = new Map<WallTime, Change>();
  const following: [WallTime, Change][] = [];
  const [misfits, moved]: [Change[], Change[]] = [[], []];
  const older: CalendarEvent[] = [];
  const byDay = new Map(changes.length ? [...turns.keys()].map((wall) => [midnight(wall), wall]) : []);
  for (const change of changes) {
    let meant: { wall: WallTime; isDay: boolean };
    try {
      meant = changedTurn(change.event, series, clock);
    } catch (error) {
      if (!(error instanceof UnreadValue)) throw error;
      misfits.push(change);
      continue;
    }
    const wall = meant.isDay ? (byDay.get(midnight(meant.wall)) ?? meant.wall) : meant.wall;
    const range = propertyIn(change.event, 'RECURRENCE-ID')!.parameters.get('RANGE') ?? '';
    const before = single.get(wall);
    if (/^THISANDFUTURE$/i.test(range)) following.push([wall, change]);
    else if (turns.has(wall)) {
      const isNewer = !before || change.sequence >= before.sequence;
      if (isNewer) single.set(wall, change);
      const replaced = isNewer ? before : change;
      if (replaced && !isSameEvent(replaced.event, single.get(wall)!.event)) older.push(replaced.event);
    } else if (wall >= from && wall < end) misfits.push(change);
    // an outside turn may have moved into the search
    else if (change.timed && !change.timed.isCancelled) moved.push(change);
  }
  following.sort(([a], [b]) => a - b);
  return { single, following, misfits, moved, older };
}
