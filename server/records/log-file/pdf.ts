import { pageWords, printWidth } from '#server/platform/pdf/page.ts';

import { type InkPiece, type PdfColumn, taggedDocument } from '#server/platform/pdf/tagged.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import type { LogFileEntry } from './entries.ts';
import { dateOf } from './held.ts';
import { fileWords, sentenceOf, writerOf } from './line.ts';
import type { LogPaper } from './paper.ts';

interface Words {
  title: string;
  columns: [number: string, time: string, by: string, text: string];
  happened: (time: string) => string;
  corrects: (number: number) => string;
  corrected: (numbers: string) => string;
  made: (time: string, entries: string) => string;
  proof: string;
  whole: string;
  broken: string;
  head: string;
  key: string;
  how: string;
}

const words: ByLanguage<Words> = {
  de: {
    title: 'Einsatztagebuch',
    columns: ['Nr.', 'Zeitpunkt', 'Von', 'Eintrag'],
    happened: (time) => `geschehen ${time}`,
    corrects: (number) => `KORREKTUR zu Nr. ${number}`,
    corrected: (numbers) => `KORRIGIERT durch Nr. ${numbers}`,
    made: (time, entries) => `Stand ${time}, Einträge: ${entries}`,
    proof: 'Nachweis',
    whole: 'Beim Druck war das Einsatztagebuch unverändert: Jeder Eintrag setzt die Kette des vorigen fort.',
    broken:
      'ACHTUNG: Beim Druck war das Einsatztagebuch nachträglich verändert. Die Kette der Einträge stimmte nicht mehr.',
    head: 'Hash des letzten Eintrags (SHA-256)',
    key: 'Fingerabdruck des Schlüssels dieser Installation (SHA-256)',
    how: 'Ob das Einsatztagebuch unverändert ist, lässt sich mit der CSV-Datei prüfen, die alle Hashes und das Siegel enthält. Wie das geht, beschreibt docs/log-file.md in Meldekette.',
  },
  en: {
    title: 'Event log',
    columns: ['No.', 'Time', 'By', 'Entry'],
    happened: (time) => `happened ${time}`,
    corrects: (number) => `CORRECTION of no. ${number}`,
    corrected: (numbers) => `CORRECTED by no. ${numbers}`,
    made: (time, entries) => `As of ${time}, entries: ${entries}`,
    proof: 'Proof',
    whole: 'When it was printed the event log was unchanged: every entry continues the chain of the one before.',
    broken: 'CAUTION: when it was printed the event log had been changed. The chain of entries did not hold any more.',
    head: 'Hash of the last entry (SHA-256)',
    key: 'Fingerprint of this installation’s key (SHA-256)',
    how: 'Whether the event log is unchanged can be verified from the CSV file, which contains all hashes and the seal. See docs/log-file.md of Meldekette.',
  },
};

export function logPdf(paper: LogPaper, options: { compress?: boolean } = {}): Promise<Buffer> {
  const { language, organisation, event, entries, made } = paper;
  const text = textIn(words, language);
  const write = writerOf(paper);
  const subtitle = printable(event.name);
  const exercise = event.mode !== 'LIVE';
  const frame = {
    language,
    organisation,
    logo: null,
    title: text.title,
    subtitle,
    exercise,
    mark: null,
    created: made,
  };
  const pdf = taggedDocument(frame, options);
  pdf.title(text.title);
  pdf.paragraph({ text: subtitle, look: 'heading' });
  const as = text.made(write(made), String(entries.length));
  // screen readers skip page headers
  pdf.paragraph({ text: exercise ? `${textIn(pageWords, language).exercise} · ${as}` : as, look: 'quiet' });
  if (!paper.whole) pdf.paragraph({ text: text.broken, look: 'strong' });
  const widths = [36, 108, 90, printWidth - 36 - 108 - 90];
  const columns: PdfColumn[] = text.columns.map((title, at) => ({ title, width: widths[at]! }));
  pdf.table(
    columns,
    entries.map((entry) => rowOf(entry, paper, text, write)),
  );
  pdf.heading(text.proof);
  if (paper.whole) pdf.paragraph({ text: text.whole });
  for (const [name, value] of [
    [text.head, entries.at(-1)?.hash ?? ''],
    [text.key, paper.fingerprint],
  ] as const)
    pdf.paragraph({ text: `${name}:\n${value}` });
  pdf.paragraph({ text: text.how });
  return pdf.finish();
}

function rowOf(
  entry: LogFileEntry,
  { language }: LogPaper,
  text: Words,
  write: (moment: Date) => string,
): InkPiece[][] {
  const at = write(dateOf(entry.at));
  const happened = entry.happenedAt === null ? at : write(dateOf(entry.happenedAt));
  const by = entry.author ?? textIn(fileWords, language).program;
  const { correctsNumber: corrects, corrections } = entry;
  return [
    [{ text: String(entry.number) }],
    [{ text: at }, ...(happened === at ? [] : [{ text: text.happened(happened), look: 'quiet' } as const])],
    [{ text: printable(by) }],
    [
      ...(corrects === null ? [] : [{ text: text.corrects(corrects), look: 'strong' } as const]),
      { text: printable(sentenceOf(entry, language)) },
      ...(corrections.length ? [{ text: text.corrected(corrections.join(', ')), look: 'strong' } as const] : []),
      { text: entry.hash, look: 'tiny' },
    ],
  ];
}

/** Removes control and direction characters. */
const printable = (text: string) =>
  text.replace(/\t/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, (one) => (one === '\n' ? one : ''));
