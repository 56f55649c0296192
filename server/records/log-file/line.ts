import { csvLine } from '#server/platform/csv.ts';
import { logText } from '#shared/event-log/kinds.ts';
import { withheldText, withheldTime } from '#shared/event-log/withheld.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import { localeOf } from '#shared/languages.ts';
import type { LogFileEntry } from './entries.ts';
import { contentOf, dateOf, sha256Hex } from './held.ts';
import type { Seal } from './seal.ts';

/** Column positions of a line (see docs/log-file.md). */
export const place = {
  number: 0,
  time: 1,
  happened: 2,
  author: 3,
  text: 4,
  corrects: 5,
  corrections: 6,
  kind: 7,
  utc: 8,
  happenedUtc: 9,
  content: 10,
  previous: 11,
  hash: 12,
  check: 13,
} as const;

/** Number of cells per line. */
export const cells = 14;

/** The last line's kind. */
export const sealKind = 'seal';

/** Time and text format of a reader. */
export interface LineFormat {
  language: string;
  timeZone: string;
}

interface Words {
  heading: string[];
  program: string;
  sealed: (entries: number) => string;
}

/** Fixed texts of the file by language. */
export const fileWords: ByLanguage<Words> = {
  de: {
    heading: [
      'Nr.',
      'Eingetragen',
      'Geschehen',
      'Von',
      'Text',
      'Korrigiert Nr.',
      'Korrigiert durch Nr.',
      'Art',
      'Eingetragen (UTC)',
      'Geschehen (UTC)',
      'Inhalt der Kette',
      'Hash davor',
      'Hash',
      'Prüfsumme der Zeile',
    ],
    program: 'Meldekette',
    sealed: (entries) => `Ende des Einsatztagebuchs, Einträge: ${entries}. So prüfen Sie die Datei: docs/log-file.md`,
  },
  en: {
    heading: [
      'No.',
      'Entered',
      'Happened',
      'By',
      'Text',
      'Corrects no.',
      'Corrected by no.',
      'Kind',
      'Entered (UTC)',
      'Happened (UTC)',
      'Content of the chain',
      'Hash before',
      'Hash',
      'Checksum of the line',
    ],
    program: 'Meldekette',
    sealed: (entries) => `End of the event log, entries: ${entries}. How to verify the file: docs/log-file.md`,
  },
};

/** Returns a formatter of times, to the second. */
export function writerOf({ language, timeZone }: LineFormat): (moment: Date) => string {
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'medium', timeZone });
  return (moment) => format.format(moment);
}

/** Returns an entry's text with its person. */
export function sentenceOf({ kind, text, data, words, about, isWithheld }: LogFileEntry, language: string): string {
  if (isWithheld) return withheldText(kind, language);
  const said = logText({ kind, text, data: data === null ? null : JSON.parse(data), words }, language);
  return about === null ? said : `${about}: ${said}`;
}

/** Returns an entry's time; of a withheld one the minute. */
export const timeOf = ({ at, isWithheld }: LogFileEntry): Date => (isWithheld ? withheldTime(dateOf(at)) : dateOf(at));

/** Returns the heading line. */
export const headingLine = (language: string): string => csvLine(textIn(fileWords, language).heading);

/** Returns the line of an entry. */
export function entryLine(entry: LogFileEntry, reader: LineFormat, write: (moment: Date) => string): string {
  const at = timeOf(entry);
  const happened = entry.happenedAt === null ? null : dateOf(entry.happenedAt);
  return checkedLine([
    String(entry.number),
    write(at),
    happened ? write(happened) : '',
    entry.author ?? textIn(fileWords, reader.language).program,
    sentenceOf(entry, reader.language),
    entry.correctsNumber === null ? '' : String(entry.correctsNumber),
    entry.corrections.join(' '),
    entry.kind,
    at.toISOString(),
    happened?.toISOString() ?? '',
    entry.isWithheld ? '' : contentOf(entry),
    entry.previousHash,
    entry.hash,
  ]);
}

/** Returns the seal line. */
export function sealLine(seal: Seal, reader: LineFormat, write: (moment: Date) => string): string {
  const words = textIn(fileWords, reader.language);
  const at = new Date(seal.at);
  const [empty, text] = ['', words.sealed(seal.entries)];
  const readable = [empty, write(at), empty, words.program, text, empty, empty, sealKind, seal.at, empty];
  return checkedLine([...readable, JSON.stringify(seal), empty, seal.head]);
}

/** Appends the hash of earlier cells, for cells outside of the chain. */
function checkedLine(all: readonly string[]): string {
  const line = csvLine(all).slice(0, -2);
  return `${line};${sha256Hex(line)}\r\n`;
}
