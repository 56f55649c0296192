import type { ReportMessage } from '#web/reports/queries.ts';

type Function = NonNullable<ReportMessage['forGroup']>;

/** The functions that the recipients of messages are wanted for, each once. */
export const functionsOf = (messages: readonly ReportMessage[]): Function[] => [
  ...new Map(messages.flatMap(({ forGroup }) => (forGroup ? [[forGroup.id, forGroup]] : []))).values(),
];
