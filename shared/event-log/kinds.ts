import { englishOf, readIn } from '#shared/administration/translated.ts';
import { markedByKey } from '#shared/api-keys.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import { byLanguage, localeOf } from '#shared/languages.ts';
import { type PressedKeys, pressedKeys } from '#shared/pressed-keys.ts';
import { answerKinds } from './answer-kinds.ts';
import { deadlineKinds } from './deadline-kinds.ts';
import { eventKinds } from './event-kinds.ts';
import type { Count, Kind } from './kind.ts';
import { messageKinds } from './message-kinds.ts';
import { monitorKinds } from './monitor-kinds.ts';
import { situationReportKinds } from './situation-report-kinds.ts';
import { taskKinds } from './task-kinds.ts';
import { triggerKinds } from './trigger-kinds.ts';

export const logKinds = {
  ...eventKinds,
  ...messageKinds,
  ...answerKinds,
  ...situationReportKinds,
  ...taskKinds,
  ...deadlineKinds,
  ...monitorKinds,
  ...triggerKinds,
};

export const logGroups = {
  NOTE: ['note'],
  EVENT: Object.keys(eventKinds),
  MESSAGE: Object.keys(messageKinds),
  ANSWER: Object.keys(answerKinds),
  SITUATION_REPORT: Object.keys(situationReportKinds),
  TASK: Object.keys(taskKinds),
  DEADLINE: Object.keys(deadlineKinds),
  MONITOR: Object.keys(monitorKinds),
  TRIGGER: Object.keys(triggerKinds),
} satisfies Record<string, readonly string[]>;

export type LogGroup = keyof typeof logGroups;

export type LogKind = keyof typeof logKinds;

export type LogData<K extends LogKind> = (typeof logKinds)[K] extends Kind<infer Data> ? Data : never;

/** A kind with its data, or free text. */
export type LogContent = { [K in LogKind]: { kind: K; data: LogData<K> } }[LogKind] | Note;

export interface Note {
  kind: 'note';
  text: string;
  /** Defaults to the time of entry. */
  happenedAt?: Date | null;
  /** Number of the corrected entry. */
  corrects?: number | null;
}

/** An entry as stored. */
export interface StoredContent {
  kind: string;
  /** Free text, or the stored text of an old entry. */
  text: string | null;
  data: unknown;
  /** Free text of an answer, which erasing the person removes. */
  words?: string | null | undefined;
}

/** Returns the kind; undefined for notes and kinds of a later version. */
export const kindOf = (kind: string): Kind<object> | undefined =>
  Object.hasOwn(logKinds, kind) ? (logKinds as Record<string, Kind<object>>)[kind] : undefined;

/** Returns an entry's text, with the API key that wrote it. */
export function logText({ kind, text, data, words }: StoredContent, language: string): string {
  const carried = (data ?? {}) as { apiKey?: string; source?: unknown };
  const described = kindOf(kind);
  const names = namesFor(carried, language);
  const sentence = text ?? (described ? textIn(described, language)(names, textIn(counters, language)) : kind);
  const said = words ? `${sentence} – ${wordsIn(words, carried, language)}` : sentence;
  return carried.apiKey === undefined ? said : markedByKey(said, carried.apiKey, language);
}

/** Returns an answer's free text, or the keys pressed in a call. */
function wordsIn(words: string, { source }: { source?: unknown }, language: string): string {
  const keys = source === 'voice' ? pressedKeys(words) : null;
  return keys ? textIn(pressed, language)(keys) : textIn(quoted, language)(words);
}

const pressed: ByLanguage<(keys: PressedKeys) => string> = {
  de: ({ answer, minutes }) => (minutes === null ? `Taste ${answer}` : `Taste ${answer}, dann ${minutes}`),
  en: ({ answer, minutes }) => (minutes === null ? `key ${answer}` : `key ${answer}, then ${minutes}`),
};

/** Selects the reader's version of each bilingual name (`channel`, `channelEn`). */
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
  let format: Intl.NumberFormat | undefined; // costs more than the rest of this file, and a start needs none
  return (number, one, many) => {
    format ??= new Intl.NumberFormat(localeOf(language));
    return [format.format(number), number === 1 ? one : many].filter(Boolean).join(' ');
  };
}
