import { englishOf, readIn } from '#shared/administration/translated.ts';
import { markedByKey } from '#shared/api-keys.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import { byLanguage, localeOf } from '#shared/languages.ts';
import { type PressedKeys, pressedKeys } from '#shared/pressed-keys.ts';
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

/** What the log can be narrowed to: kinds that belong together. */
export const logGroups = {
  NOTE: ['note'],
  EVENT: Object.keys(eventKinds),
  MESSAGE: Object.keys(messageKinds),
  ANSWER: Object.keys(answerKinds),
  SITUATION_REPORT: Object.keys(situationReportKinds),
  TASK: Object.keys(taskKinds),
  MONITOR: Object.keys(monitorKinds),
  TRIGGER: Object.keys(triggerKinds),
} satisfies Record<string, readonly string[]>;

/** Kinds that belong together, by name. */
export type LogGroup = keyof typeof logGroups;

/** A kind of log entry by name. */
export type LogKind = keyof typeof logKinds;

/** What an entry of a kind carries. */
export type LogData<K extends LogKind> = (typeof logKinds)[K] extends Kind<infer Data> ? Data : never;

/** What an entry says: a kind with its data, or free text. */
export type LogContent = { [K in LogKind]: { kind: K; data: LogData<K> } }[LogKind] | Note;

/** What somebody writes by hand. */
export interface Note {
  kind: 'note';
  text: string;
  /** When it happened; when it is entered, where nobody says so. */
  happenedAt?: Date | null;
  /** The number of the entry that it corrects. */
  corrects?: number | null;
}

/** An entry as it is stored. */
export interface StoredContent {
  kind: string;
  /** Free text, or what an entry said that was written before its kind had sentences. */
  text: string | null;
  data: unknown;
  /** What a person wrote with an answer; it stands with the answer, since it goes when the person is erased. */
  words?: string | null | undefined;
}

/** The description of a kind; none for notes and for what a later version of the program wrote. */
export const kindOf = (kind: string): Kind<object> | undefined =>
  Object.hasOwn(logKinds, kind) ? (logKinds as Record<string, Kind<object>>)[kind] : undefined;

/** What an entry says, in the reader's language, with the API key that wrote it. */
export function logText({ kind, text, data, words }: StoredContent, language: string): string {
  const carried = (data ?? {}) as { apiKey?: string; source?: unknown };
  const described = kindOf(kind);
  const names = namesFor(carried, language);
  const sentence = text ?? (described ? textIn(described, language)(names, textIn(counters, language)) : kind);
  const said = words ? `${sentence} – ${wordsIn(words, carried, language)}` : sentence;
  return carried.apiKey === undefined ? said : markedByKey(said, carried.apiKey, language);
}

/** What somebody wrote; of a call, which keys were pressed. */
function wordsIn(words: string, { source }: { source?: unknown }, language: string): string {
  const keys = source === 'voice' ? pressedKeys(words) : null;
  return keys ? textIn(pressed, language)(keys) : textIn(quoted, language)(words);
}

const pressed: ByLanguage<(keys: PressedKeys) => string> = {
  de: ({ answer, minutes }) => (minutes === null ? `Taste ${answer}` : `Taste ${answer}, dann ${minutes}`),
  en: ({ answer, minutes }) => (minutes === null ? `key ${answer}` : `key ${answer}, then ${minutes}`),
};

/** The data with each name that was noted in English too (`channel`, `channelEn`) as the reader reads it. */
const namesFor = (data: object, language: string): object =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      typeof value === 'string' && englishOf(name) in data ? readIn(data, name, language) : value,
    ]),
  );

const counters = byLanguage(counter);

const quoted: ByLanguage<(words: string) => string> = { de: (words) => `„${words}“`, en: (words) => `“${words}”` };

function counter(language: string): Count {
  const format = new Intl.NumberFormat(localeOf(language));
  return (number, one, many) => [format.format(number), number === 1 ? one : many].filter(Boolean).join(' ');
}
