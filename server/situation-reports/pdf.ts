import type { Content } from 'pdfmake/interfaces.js';
import { document, heading, pairs, quietLine, table } from '#server/pdf/page.ts';
import { renderPdf } from '#server/pdf/render.ts';
import { asWords } from '#shared/fields/kinds.ts';
import { type ByLanguage, textIn, writtenIn } from '#shared/label.ts';
import { localeOf } from '#shared/languages.ts';
import { entryShape, isEmpty } from '#shared/situation-report-data.ts';
import { type Facts, factTable } from '#shared/situation-report-facts.ts';
import type { TemplateField } from '#shared/situation-report-template.ts';
import type { Paper } from './paper.ts';

interface Words {
  /** The start of the file's name. */
  file: string;
  title: string;
  author: string;
  approver: string;
  mode: string;
  modes: Record<string, string>;
  /** Marks of the states that are not approved. */
  states: Record<string, string>;
  changed: string;
  legend: (number: number) => string;
  factsAt: (time: string) => string;
}

const words: ByLanguage<Words> = {
  de: {
    file: 'lagebericht',
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
  },
  en: {
    file: 'situation-report',
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
  },
};

interface Printing {
  paper: Paper;
  text: Words;
  time: (moment: Date | string) => string;
}

/** The situation report as a PDF of A4 pages in the reader's language. */
export function situationReportPdf(paper: Paper, options: { compress?: boolean } = {}): Promise<Buffer> {
  const text = textIn(words, paper.language);
  const format = new Intl.DateTimeFormat(localeOf(paper.language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: paper.timeZone,
  });
  const printing: Printing = { paper, text, time: (moment) => format.format(new Date(moment)) };
  const [head, ...rest] = paper.template.sections;
  const isHead = head?.key === 'head';
  const title = `${text.title} ${paper.number}`;
  const frame = {
    language: paper.language,
    organisation: paper.organisation,
    logo: paper.logo,
    title,
    subtitle: paper.eventName,
    exercise: paper.mode !== 'LIVE',
    mark: text.states[paper.status] ?? null,
    created: paper.decidedAt ?? paper.createdAt,
  };
  const content: Content[] = [
    { text: title, bold: true, fontSize: 20 },
    { text: printable(paper.eventName), fontSize: 13, margin: [0, 0, 0, 8] },
    about(printing, isHead ? head.fields : []),
    ...(isHead
      ? fieldsContent(
          printing,
          head.fields.filter((field) => !isShort(field) && field.source !== 'event'),
        )
      : []),
    ...(paper.previousNumber === null ? [] : [quietLine(text.legend(paper.previousNumber))]),
    ...(isHead ? rest : paper.template.sections).flatMap((section) => [
      heading(nameIn(paper.language, section.title, section.titleEn)),
      ...fieldsContent(printing, section.fields),
    ]),
  ];
  return renderPdf({ ...document(frame, content), ...options });
}

/** A name for the file, without what separates words. */
export function fileName({ language, number, eventName }: Pick<Paper, 'language' | 'number' | 'eventName'>): string {
  const event = [...eventName.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()].slice(0, 60).join('').trim();
  return `${textIn(words, language).file}-${number}-${event.replaceAll(' ', '-') || 'event'}.pdf`;
}

/** Who, when and what for; with what the template asks at its head. */
function about(printing: Printing, fields: readonly TemplateField[]): Content {
  const { paper, text, time } = printing;
  const approved = paper.approver && paper.decidedAt ? `${paper.approver}, ${time(paper.decidedAt)}` : '–';
  const approval = paper.status === 'approved' || paper.status === 'distributed' ? approved : '–';
  const asked = fields.flatMap((field): [Content, Content][] => {
    const value = paper.data[field.key];
    if (field.source === 'event' && !isEmpty(value)) {
      return factTable(value as Facts, readerOf(printing)).rows.map(([name, fact]) => [name!, printable(fact!)]);
    }
    return isShort(field) ? [pairOf(printing, field)] : [];
  });
  return pairs([
    ...asked,
    [text.author, printable(paper.author ?? '–')],
    [text.approver, printable(approval)],
    [text.mode, text.modes[paper.mode] ?? paper.mode],
  ]);
}

const readerOf = ({ paper, time }: Printing) => ({ language: paper.language, time });

const isShort = ({ kind }: TemplateField) => kind === 'number' || kind === 'dateTime' || kind === 'choice';

/** Fields in their order; short ones that follow each other share a table. */
function fieldsContent(printing: Printing, fields: readonly TemplateField[]): Content[] {
  const content: Content[] = [];
  for (let at = 0; at < fields.length; at += 1) {
    const shorts: [Content, Content][] = [];
    for (; fields[at] && isShort(fields[at]!); at += 1) shorts.push(pairOf(printing, fields[at]!));
    if (shorts.length) content.push(pairs(shorts));
    if (fields[at]) content.push(...longContent(printing, fields[at]!));
  }
  return content;
}

const pairOf = (printing: Printing, field: TemplateField): [Content, Content] => [
  label(printing, field, false),
  { stack: shortContent(printing, field) },
];

/** The name of a field; one that changed says so in a word. */
function label({ paper, text }: Printing, field: TemplateField, bold = true): Content {
  const name = { text: nameIn(paper.language, field.label, field.labelEn), bold };
  if (!paper.changed.includes(field.key)) return name;
  return { text: [name, { text: `  ${text.changed}`, bold: true, fontSize: 7, color: '#b31218' }] };
}

function shortContent({ paper }: Printing, field: TemplateField): Content[] {
  const value = paper.data[field.key];
  const shape = entryShape(field);
  if (!shape || isEmpty(value)) return [{ text: '–' }];
  return [{ text: printable(asWords(shape, value, paper)) }];
}

function longContent(printing: Printing, field: TemplateField): Content[] {
  const value = printing.paper.data[field.key];
  const name = label(printing, field);
  const above: Content = { stack: [name], headlineLevel: 1, margin: [0, 6, 0, 2] };
  if (value === undefined || isEmpty(value)) return [above, { text: '–', margin: [0, 0, 0, 4] }];
  if (field.kind === 'facts') return factsContent(printing, name, value as Facts);
  if (field.kind === 'text') return [above, { text: printable(String(value)), margin: [0, 0, 0, 4] }];
  const rows = (value as string[][]).map((row) => row.map(printable));
  return [table(name, (field.columns ?? []).map(printable), rows)];
}

function factsContent(printing: Printing, name: Content, facts: Facts): Content[] {
  const { columns, rows, note } = factTable(facts, readerOf(printing));
  const cells = rows.map((row) => row.map(printable));
  const collected = printing.text.factsAt(printing.time(facts.at));
  const below = quietLine(note ? `${note} · ${collected}` : collected);
  const above: Content = { stack: [name], headlineLevel: 1, margin: [0, 6, 0, 2] };
  if (!rows.length) return [above, below];
  if (columns.length) return [table(name, columns, cells), below];
  return [above, pairs(cells.map(([fact, said]) => [fact!, said!])), below];
}

const nameIn = (language: string, german: string, english: string | undefined) =>
  printable(writtenIn({ de: german, en: english }, language));

/** Text without what no font draws: control characters other than a line's end. */
const printable = (text: string) =>
  text.replace(/\r\n?/g, '\n').replace(/[\p{Cc}\p{Cf}]/gu, (sign) => (sign === '\n' ? sign : ''));
