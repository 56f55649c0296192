import type { LogKind } from '#shared/event-log/kinds.ts';

/** Kinds of entries that an alarm creates by hundreds, and that summaries only count. */
export const countedKinds: readonly LogKind[] = [
  'answer',
  'answer_withdrawn',
  'reply_filed',
  'arrival',
  'arrival_withdrawn',
];
