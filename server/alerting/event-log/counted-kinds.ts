import type { LogKind } from '#shared/event-log/kinds.ts';

/** Kinds that summaries only count, because an alarm creates hundreds. */
export const countedKinds: readonly LogKind[] = [
  'answer',
  'answer_withdrawn',
  'reply_filed',
  'arrival',
  'arrival_withdrawn',
];
