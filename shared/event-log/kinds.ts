import { markedByKey } from '#shared/api-keys.ts';
import { textIn } from '#shared/label.ts';
import { byLanguage, localeOf } from '#shared/languages.ts';
import { answerKinds } from './answer-kinds.ts';
import { eventKinds } from './event-kinds.ts';
import type { Count, Kind } from './kind.ts';
import { messageKinds } from './message-kinds.ts';
import { monitorKinds } from './monitor-kinds.ts';
import { situationReportKinds } from './situation-report-kinds.ts';
import { taskKinds } from './task-kinds.ts';
import { triggerKinds } from './trigger-kinds.ts';

/** Every kind of log entry but the note, which says what somebody wrote. */
export const logKinds = {
  ...eventKinds,
  ...messageKinds,
  ...answerKinds,
  ...situationReportKinds,
  ...taskKinds,
  ...monitorKinds,
  ...triggerKinds,
};

/** A kind of log entry by name. */
export type LogKind = keyof typeof logKinds;

/** What an entry of a kind carries. */
export type LogData<K extends LogKind> = (typeof logKinds)[K] extends Kind<infer Data> ? Data : never;

/** What an entry says: a kind with its data, or free text. */
export type LogContent = { [K in LogKind]: { kind: K; data: LogData<K> } }[LogKind] | { kind: 'note'; text: string };

/** An entry as it is stored. */
export interface StoredContent {
  kind: string;
  /** Free text, or what an entry said that was written before its kind had sentences. */
  text: string | null;
  data: unknown;
}

/** The description of a kind; none for notes and for what a later version of the program wrote. */
export const kindOf = (kind: string): Kind<object> | undefined =>
  Object.hasOwn(logKinds, kind) ? (logKinds as Record<string, Kind<object>>)[kind] : undefined;

/** What an entry says, in the reader's language, with the API key that wrote it. */
export function logText({ kind, text, data }: StoredContent, language: string): string {
  const carried = (data ?? {}) as { apiKey?: string };
  const described = kindOf(kind);
  const said = text ?? (described ? textIn(described, language)(carried, textIn(counters, language)) : kind);
  return carried.apiKey === undefined ? said : markedByKey(said, carried.apiKey, language);
}

const counters = byLanguage(counter);

function counter(language: string): Count {
  const format = new Intl.NumberFormat(localeOf(language));
  return (number, one, many) => [format.format(number), number === 1 ? one : many].filter(Boolean).join(' ');
}
