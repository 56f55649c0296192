import type { Content } from 'pdfmake/interfaces.js';
import { isEmpty } from '#shared/situation-report-data.ts';
import { type Facts, factTable } from '#shared/situation-report-facts.ts';
import type { TemplateField } from '#shared/situation-report-template.ts';
import { document, heading, pairs, quietLine, table } from '../pdf/page.ts';
import { renderPdf } from '../pdf/render.ts';
import type { Paper } from './paper.ts';

const words = {
  de: {
    title: 'Lagebericht Nr.',
    author: 'Verfasst von',
    approver: 'Freigegeben von',
    mode: 'Modus',
    modes: { LIVE: 'Ernstfall', EXERCISE: 'Übung', TEST: 'Test' } as Record<string, string>,
    states: {
      draft: 'ENTWURF – nicht freigegeben',
      in_review: 'IN PRÜFUNG – nicht freigegeben',
      rejected: 'ZURÜCKGEWIESEN – nicht freigegeben',
    } as Record<string, string>,
    changed: 'GEÄNDERT',
    legend: (number: number) => `Was sich seit Lagebericht Nr. ${number} geändert hat, trägt den Vermerk „GEÄNDERT“.`,
    factsAt: (time: string) => `Automatisch ermittelt am ${time}`,
  },
  en: {
    title: 'Situation report no.',
    author: 'Written by',
    approver: 'Approved by',
    mode: 'Mode',
    modes: { LIVE: 'Live', EXERCISE: 'Exercise', TEST: 'Test' } as Record<string, string>,
    states: {
      draft: 'DRAFT – not approved',
      in_review: 'IN REVIEW – not approved',
      rejected: 'REJECTED – not approved',
    } as Record<string, string>,
    changed: 'CHANGED',
    legend: (number: number) => `What has changed since situation report no. ${number} is marked “CHANGED”.`,
    factsAt: (time: string) => `Collected automatically on ${time}`,
  },
};

interface Printing {
  paper: Paper;
  text: (typeof words)['de'];
  time: (moment: Date | string) => string;
}

/** The situation report as a PDF of A4 pages in the reader's language. */
export function situationReportPdf(paper: Paper, options: { compress?: boolean } = {}): Promise<Buffer> {
  const text = words[paper.language === 'en' ? 'en' : 'de'];
  const format = new Intl.DateTimeFormat(paper.language === 'en' ? 'en-GB' : 'de-DE', {
    ...{ dateStyle: 'medium', timeStyle: 'short', timeZone: paper.timeZone },
  });
  const printing: Printing = { paper, text, time: (moment) => format.format(new Date(moment)) };
  const [head, ...rest] = paper.template.sections;
  const isHead = head?.key === 'head';
  const title = `${text.title} ${paper.number}`;
  const frame = {
    ...{ language: paper.language, organisation: paper.organisation, logo: paper.logo },
    ...{ title, subtitle: paper.eventName, exercise: paper.mode !== 'LIVE' },
    mark: text.states[paper.status] ?? null,
    created: paper.decidedAt ?? paper.createdAt,
  };
  const content: Content[] = [
    { text: title, bold: true, fontSize: 20 },
    { text: printable(paper.eventName), fontSize: 13, margin: [0, 0, 0, 8] },
    about(printing, isHead ? head.fields : []),
    ...(paper.previousNumber === null ? [] : [quietLine(text.legend(paper.previousNumber))]),
    ...(isHead ? rest : paper.template.sections).flatMap((section) => [
      heading(labelIn(paper.language, section.title, section.titleEn)),
      ...section.fields.flatMap((field) => fieldContent(printing, field)),
    ]),
  ];
  return renderPdf({ ...document(frame, content), ...options });
}

/** A name for the file, safe everywhere. */
export function fileName({ language, number, eventName }: Pick<Paper, 'language' | 'number' | 'eventName'>): string {
  const plain = eventName
    .replace(/[äöüÄÖÜß]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss' })[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${language === 'en' ? 'situation-report' : 'lagebericht'}-${number}-${plain || 'event'}.pdf`;
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
    return [[label(printing, field), { stack: valueContent(printing, field) }]];
  });
  return pairs([
    ...asked,
    [text.author, printable(paper.author ?? '–')],
    [text.approver, printable(approval)],
    [text.mode, text.modes[paper.mode] ?? paper.mode],
  ]);
}

const readerOf = ({ paper, time }: Printing) => ({ language: paper.language, time });

function fieldContent(printing: Printing, field: TemplateField): Content[] {
  const short = ['number', 'dateTime', 'choice'].includes(field.kind);
  if (short) return [pairs([[label(printing, field), { stack: valueContent(printing, field) }]])];
  return [
    { stack: [label(printing, field)], headlineLevel: 1, margin: [0, 6, 0, 2] },
    ...valueContent(printing, field),
  ];
}

/** The name of a field; one that changed says so in a word. */
function label({ paper, text }: Printing, field: TemplateField): Content {
  const name = labelIn(paper.language, field.label, field.labelEn);
  if (!paper.changed.includes(field.key)) return { text: name, bold: true };
  const mark = { text: `  ${text.changed}`, bold: true, fontSize: 7, color: '#b31218' };
  return { text: [{ text: name, bold: true }, mark] };
}

function valueContent(printing: Printing, field: TemplateField): Content[] {
  const { paper, text, time } = printing;
  const value = paper.data[field.key];
  if (value === undefined || isEmpty(value)) return [{ text: '–' }];
  switch (field.kind) {
    case 'number':
      return [{ text: new Intl.NumberFormat(paper.language).format(Number(value)) }];
    case 'dateTime':
      return [{ text: time(String(value)) }];
    case 'table':
      return [
        table(
          field.columns ?? [],
          (value as string[][]).map((row) => row.map(printable)),
        ),
      ];
    case 'facts': {
      const facts = value as Facts;
      const { columns, rows, note } = factTable(facts, readerOf(printing));
      const cells = rows.map((row) => row.map(printable));
      const shown = columns.length ? table(columns, cells) : pairs(cells.map(([name, fact]) => [name!, fact!]));
      const below = [...(note ? [note] : []), text.factsAt(time(facts.at))].join(' · ');
      return [...(rows.length ? [shown] : []), quietLine(below)];
    }
    default:
      return [{ text: printable(String(value)), margin: [0, 0, 0, 4] }];
  }
}

const labelIn = (language: string, german: string, english: string | undefined) =>
  printable((language === 'en' && english) || german);

/** Text without what no font draws: control characters other than a line's end. */
const printable = (text: string) =>
  text.replace(/\r\n?/g, '\n').replace(/[\p{Cc}\p{Cf}]/gu, (sign) => (sign === '\n' ? sign : ''));
