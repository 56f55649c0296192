import type { Span, Turn } from './turns.ts';

/** Returns periods without a reachable person on duty, of all time or only of shifts. */
export function gapsIn(turns: readonly Turn[], span: Span, alwaysNeeded: boolean): Span[] {
  const needed = alwaysNeeded ? [span] : joined(turns.map((turn) => within(turn, span)));
  const covered = joined(turns.filter(({ isCalled }) => isCalled).flatMap((turn) => without(turn, joined(turn.away))));
  return needed.flatMap((time) => without(time, covered));
}

const within = ({ from, until }: Span, span: Span): Span => ({
  from: from < span.from ? span.from : from,
  until: until > span.until ? span.until : until,
});

function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const { from, until } of spans.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = found.at(-1);
    if (until <= from) continue;
    if (last && from <= last.until) last.until = until > last.until ? until : last.until;
    else found.push({ from, until });
  }
  return found;
}

function without({ from, until }: Span, others: readonly Span[]): Span[] {
  const left: Span[] = [];
  let start = from;
  for (const other of others) {
    if (other.until <= start || other.from >= until) continue;
    if (other.from > start) left.push({ from: start, until: other.from });
    start = other.until;
  }
  if (start < until) left.push({ from: start, until });
  return left;
}
