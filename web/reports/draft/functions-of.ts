import type { ReportMessage } from '#web/reports/queries.ts';

type Function = NonNullable<ReportMessage['forGroup']>;

/** Returns the functions that recipients of the messages are wanted for, each once. */
export const functionsOf = (messages: readonly ReportMessage[]): Function[] => [
  ...new Map(messages.flatMap(({ forGroup }) => (forGroup ? [[forGroup.id, forGroup]] : []))).values(),
];
