import type { LogKind } from '#shared/event-log/kinds.ts';

/** What an alarm brings hundreds of, which stands as figures where the course of an event is told. */
export const countedKinds: readonly LogKind[] = [
  'answer',
  'answer_withdrawn',
  'reply_filed',
  'arrival',
  'arrival_withdrawn',
];
