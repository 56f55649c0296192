import type { ReportMessage } from '#web/reports/queries.ts';

type Function = NonNullable<ReportMessage['forGroup']>;

/** Returns the messages' functions, each once. */
export const functionsOf = (messages: readonly ReportMessage[]): Function[] => [
  ...new Map(messages.flatMap(({ forGroup }) => (forGroup ? [[forGroup.id, forGroup]] : []))).values(),
];
