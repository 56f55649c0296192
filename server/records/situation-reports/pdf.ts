import { pageWords } from '#server/platform/pdf/page.ts';
import { printable } from '#server/platform/pdf/printable.ts';
import { type InkPiece, type TaggedDocument, taggedDocument } from '#server/platform/pdf/tagged.ts';
import { textTable } from '#server/platform/pdf/text-table.ts';
import { factTable } from '#shared/fact-tables.ts';
import { asWords } from '#shared/fields/kinds.ts';
import { type ByLanguage, textIn, writtenIn } from '#shared/label.ts';
import { localeOf } from '#shared/languages.ts';
import { columnsIn, entryShape, isEmpty } from '#shared/situation-report-data.ts';
import type { Facts } from '#shared/situation-report-facts.ts';
import type { TemplateField } from '#shared/situation-report-template.ts';
import type { Paper } from './paper.ts';

interface Words {
  title: string;
  author: string;
  approver: string;
  mode: string;
  modes: Record<string, string>;
  /** Labels of the states other than approved. */
  states: Record<string, string>;
  changed: string;
  legend: (number: number) => string;
  factsAt: (time: string) => string;
  attachments: string;
  attached: [number: string, name: string, kind: string, size: string];
  kinds: Record<string, string>;
  sentAlong: string;
}

const words: ByLanguage<Words> = {
  de: {
    title: 'Lagebericht Nr.',
    author: 'Verfasst von',
    approver: 'Freigegeben von',
    mode: 'Modus',
    modes: { LIVE: 'Ernstfall', EXERCISE: 'Übung', TEST: 'Test' },
    states: {
      draft: 'ENTWURF – nicht freigegeben',
      in_review: 'IN PRÜFUNG – nicht freigegeben',
      rejected: 'ZURÜCKGEGEBEN – nicht freigegeben',
    },
    changed: 'GEÄNDERT',
    legend: (number) => `Was sich seit Lagebericht Nr. ${number} geändert hat, trägt den Vermerk „GEÄNDERT“.`,
    factsAt: (time) => `Automatisch ermittelt am ${time}`,
    attachments: 'Anlagen',
    attached: ['Nr.', 'Datei', 'Art', 'Größe'],
    kinds: { 'application/pdf': 'PDF', 'image/png': 'Bild', 'image/jpeg': 'Bild' },
    sentAlong: 'Die Anlagen gehen mit der E-Mail mit.',
  },
  en: {
    title: 'Situation report no.',
    author: 'Written by',
    approver: 'Approved by',
    mode: 'Mode',
    modes: { LIVE: 'Live', EXERCISE: 'Exercise', TEST: 'Test' },
    states: {
      draft: 'DRAFT – not approved',
      in_review: 'IN REVIEW – not approved',
      rejected: 'RETURNED – not approved',
    },
    changed: 'CHANGED',
    legend: (number) => `What has changed since situation report no. ${number} is marked “CHANGED”.`,
    factsAt: (time) => `Collected automatically on ${time}`,
    attachments: 'Attachments',
    attached: ['No.', 'File', 'Kind', 'Size'],
    kinds: { 'application/pdf': 'PDF', 'image/png': 'Picture', 'image/jpeg': 'Picture' },
    sentAlong: 'The attachments go out with the e-mail.',
  },
};

interface Printing {
  paper: Paper;
  text: Words;
  time: (moment: Date | string) => string;
  pdf: TaggedDocument;
}

export function situationReportPdf(paper: Paper, options: { compress?: boolean } = {}): Promise<Buffer> {
  const text = textIn(words, paper.language);
  const format = new Intl.DateTimeFormat(localeOf(paper.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: paper.timeZone,
  });
  const title = `${text.title} ${paper.number}`;
  const mark = text.states[paper.status] ?? null;
  const exercise = paper.mode !== 'LIVE';
  const frame = {
    language: paper.language,
    organisation: paper.organisation,
    logo: paper.logo,
    title,
    subtitle: printable(paper.eventName),
    exercise,
    mark,
    created: paper.decidedAt ?? paper.createdAt,
  };
  const pdf = taggedDocument(frame, options);
  const printing: Printing = { paper, text, time: (moment) => format.format(new Date(moment)), pdf };
  const [head, ...rest] = paper.template.sections;
  const isHead = head?.key === 'head';
  pdf.title(title);
  pdf.paragraph({ text: printable(paper.eventName), look: 'heading' });
  // screen readers skip page headers
  const heard = [...(exercise ? [textIn(pageWords, paper.language).exercise] : []), ...(mark ? [mark] : [])];
  if (heard.length) pdf.paragraph({ text: heard.join(' · '), look: 'strong' });
  pdf.pairs(about(printing, isHead ? head.fields : []));
  const long = isHead ? head.fields.filter((field) => !isShort(field) && field.source !== 'event') : [];
  printFields(printing, long);
  if (paper.previousNumber !== null) pdf.paragraph({ text: text.legend(paper.previousNumber), look: 'quiet' });
  for (const section of isHead ? rest : paper.template.sections) {
    pdf.heading(nameIn(paper.language, section.title, section.titleEn));
    printFields(printing, section.fields);
  }
  printAttachments(printing);
  return pdf.finish();
}

type Pair = [InkPiece[], InkPiece[]];

/** Returns author, time, subject, and header fields. */
function about(printing: Printing, fields: readonly TemplateField[]): Pair[] {
  const { paper, text, time } = printing;
  const approved = paper.approver && paper.decidedAt ? `${paper.approver}, ${time(paper.decidedAt)}` : '–';
  const approval = paper.status === 'approved' || paper.status === 'distributed' ? approved : '–';
  const asked = fields.flatMap((field): Pair[] => {
    const value = paper.data[field.key];
    if (field.source === 'event' && !isEmpty(value))
      return factPairs(factTable(value as Facts, readerOf(printing)).rows);
    return isShort(field) ? [pairOf(printing, field)] : [];
  });
  return [
    ...asked,
    plainPair(text.author, paper.author ?? '–'),
    plainPair(text.approver, approval),
    plainPair(text.mode, text.modes[paper.mode] ?? paper.mode),
  ];
}

const plainPair = (name: string, value: string): Pair => [[{ text: name }], [{ text: printable(value) }]];

const factPairs = (rows: readonly (readonly string[])[]) => rows.map(([name, fact]) => plainPair(name!, fact!));

const readerOf = ({ paper, time }: Printing) => ({ language: paper.language, time });

const isShort = ({ kind }: TemplateField) => kind === 'number' || kind === 'dateTime' || kind === 'choice';

/** Prints fields in order; consecutive short fields share a table. */
function printFields(printing: Printing, fields: readonly TemplateField[]): void {
  for (let at = 0; at < fields.length; at += 1) {
    const shorts: Pair[] = [];
    for (; fields[at] && isShort(fields[at]!); at += 1) shorts.push(pairOf(printing, fields[at]!));
    if (shorts.length) printing.pdf.pairs(shorts);
    if (fields[at]) printLong(printing, fields[at]!);
  }
}

const pairOf = (printing: Printing, field: TemplateField): Pair => [
  named(printing, field),
  [{ text: shortText(printing, field) }],
];

/** Returns a field's name; changed fields get a text mark. */
function named({ paper, text }: Printing, field: TemplateField, look: InkPiece['look'] = 'plain'): InkPiece[] {
  const name: InkPiece = { text: nameIn(paper.language, field.label, field.labelEn), look };
  return paper.changed.includes(field.key) ? [name, { text: text.changed, look: 'mark' }] : [name];
}

function shortText({ paper }: Printing, field: TemplateField): string {
  const value = paper.data[field.key];
  const shape = entryShape(field, paper.language);
  return shape && !isEmpty(value) ? printable(asWords(shape, value, paper)) : '–';
}

function printLong(printing: Printing, field: TemplateField): void {
  const { paper, pdf } = printing;
  const value = paper.data[field.key];
  const isTable = (field.kind === 'table' || field.kind === 'facts') && !isEmpty(value);
  pdf.label(named(printing, field, 'label'), isTable ? 80 : 24);
  if (value === undefined || isEmpty(value)) pdf.paragraph({ text: '–', look: 'text' });
  else if (field.kind === 'facts') printFacts(printing, value as Facts);
  else if (field.kind === 'text') pdf.paragraph({ text: printable(String(value)), look: 'text' });
  else textTable(pdf, columnsIn(field, paper.language), value as string[][]);
}

function printFacts(printing: Printing, facts: Facts): void {
  const { pdf, text, time } = printing;
  const { columns, rows, note } = factTable(facts, readerOf(printing));
  if (rows.length && columns.length) textTable(pdf, columns, rows);
  else if (rows.length) pdf.pairs(factPairs(rows));
  const collected = text.factsAt(time(facts.at));
  pdf.paragraph({ text: printable(note ? `${note} · ${collected}` : collected), look: 'quiet' });
}

function printAttachments({ paper, text, pdf }: Printing): void {
  if (!paper.attachments.length) return;
  const size = new Intl.NumberFormat(localeOf(paper.language), { maximumFractionDigits: 0 });
  pdf.heading(text.attachments);
  textTable(
    pdf,
    text.attached,
    paper.attachments.map((file, at) => [
      String(at + 1),
      file.name ?? '–',
      text.kinds[file.mimeType] ?? '–',
      `${size.format(Math.max(1, file.size / 1000))} kB`,
    ]),
  );
  pdf.paragraph({ text: text.sentAlong, look: 'quiet' });
}

const nameIn = (language: string, german: string, english: string | undefined) =>
  printable(writtenIn({ de: german, en: english }, language));
