import { type AlarmSteps, delayOf } from '#shared/alarm-steps.ts';

/** An alarm's message with its channel type. */
export interface StepMessage {
  id: number;
  channelType: string;
}

/**
 * Returns the seconds until each of a person's messages. `chosen`: all of the alarm, `own`: those with an address. A
 * missing step passes at once, and later ones keep their distance. Delays go to channel types in the person's `order`,
 * then others.
 */
export function dealDelays(
  steps: AlarmSteps,
  chosen: readonly StepMessage[],
  own: readonly StepMessage[],
  order: readonly string[],
): Map<number, number> {
  const moments = ascending(chosen.map(({ channelType }) => delayOf(steps, channelType)));
  const present = new Set(own.map(({ channelType }) => delayOf(steps, channelType)));
  const shifted = new Map<number, number>();
  let at = 0;
  for (const [place, moment] of moments.entries()) {
    if (!present.has(moment)) continue;
    shifted.set(moment, at);
    at += (moments[place + 1] ?? moment) - moment;
  }
  const types = [...new Set(own.map(({ channelType }) => channelType))];
  const delayed = types.map((type) => ({ type, delay: shifted.get(delayOf(steps, type))! }));
  const delays = delayed.map(({ delay }) => delay).sort((a, b) => a - b);
  const place = (type: string) => (order.includes(type) ? order.indexOf(type) : order.length);
  const dealt = new Map(
    delayed
      .sort((a, b) => place(a.type) - place(b.type) || a.delay - b.delay)
      .map(({ type }, turn) => [type, delays[turn]!]),
  );
  return new Map(own.map(({ id, channelType }) => [id, dealt.get(channelType)!]));
}

const ascending = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);
