import type { Letterhead } from '#server/api/files/letterhead.ts';
import { printable } from '#server/platform/pdf/printable.ts';
import { type TaggedDocument, taggedDocument } from '#server/platform/pdf/tagged.ts';
import { textTable } from '#server/platform/pdf/text-table.ts';
import { textIn } from '#shared/label.ts';
import { localeOf } from '#shared/languages.ts';
import type { Evidence, PlanTest } from './evidence.ts';
import type { SealedPack } from './pack-file.ts';
import { type PaperWords, paperWords } from './paper-words.ts';
import { type packFigures, packWords } from './words.ts';

/** The evidence of an alarm plan for a reader, with the signed file that belongs to it. */
export interface EvidencePaper extends Letterhead {
  evidence: Evidence;
  pack: SealedPack;
  /** The name of the signed file. */
  fileName: string;
  madeBy: string;
  language: string;
}

interface Printing {
  pdf: TaggedDocument;
  paper: EvidencePaper;
  evidence: Evidence;
  words: PaperWords;
  moment: (at: Date | null) => string;
}

/** Returns the evidence as a PDF that contains the signed file and its seal in words. */
export function evidencePdf(paper: EvidencePaper): Promise<Buffer> {
  const { evidence, language, logo, timeZone, pack, fileName } = paper;
  const words = textIn(paperWords, language);
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'short', timeStyle: 'short', timeZone });
  const moment = (at: Date | null) => (at ? format.format(at) : '–');
  const organisation = printable(paper.organisation);
  const subtitle = printable(evidence.eventType.name);
  const frame = { language, organisation, logo, title: words.title, subtitle, exercise: false, mark: null };
  const pdf = taggedDocument({ ...frame, created: evidence.asOf });
  const printing: Printing = { pdf, paper, evidence, words, moment };
  pdf.title(words.title);
  pdf.paragraph({ text: subtitle, look: 'heading' });
  pdf.paragraph({
    text: printable(`${organisation} · ${words.asOf(moment(evidence.asOf), paper.madeBy)}`),
    look: 'text',
  });
  printFindings(printing);
  printTests(printing);
  printPlan(printing);
  printPeople(printing);
  pdf.heading(words.seal);
  pdf.paragraph({ text: words.sealText(fileName), look: 'text' });
  printPairs(pdf, [
    ['SHA-256', pack.hash],
    [words.signature, pack.signature],
  ]);
  pdf.attach({ name: fileName, type: 'text/csv', content: pack.content, about: words.attached });
  return pdf.finish();
}

const printPairs = (pdf: TaggedDocument, rows: readonly (readonly [string, string])[]): void =>
  pdf.pairs(rows.map(([name, value]) => [[{ text: name }], [{ text: printable(value) }]]));

function printFindings({ pdf, evidence, words, moment }: Printing): void {
  const { findings, lastTestAt, intervalDays, people, drilled } = evidence;
  pdf.heading(words.findings);
  pdf.paragraph({ text: words.lastTest(moment(lastTestAt), intervalDays), look: 'text' });
  if (drilled !== null) pdf.paragraph({ text: words.drilled(drilled, people), look: 'text' });
  if (!findings.length) pdf.paragraph({ text: words.none, look: 'text' });
  for (const { key, name, count } of findings)
    pdf.paragraph({ text: printable(`• ${words.finding[key](name ?? '', count)}`), look: 'text' });
}

const testFigures = [
  'people',
  'asked',
  'delivered',
  'answered',
  'positive',
] as const satisfies readonly (typeof packFigures)[number][];

function printTests({ pdf, paper, evidence, words, moment }: Printing): void {
  const names = textIn(packWords, paper.language).figures;
  pdf.heading(words.tests);
  if (!evidence.tests.length) {
    pdf.paragraph({ text: words.never, look: 'text' });
    return;
  }
  textTable(
    pdf,
    [...words.test, ...testFigures.map((name) => names[name])],
    evidence.tests.map((test) => [
      moment(test.at),
      test.name,
      test.isUnannounced && test.mode !== 'LIVE' ? words.unannounced : words.mode[test.mode],
      ...testFigures.map((name) => (test.figures ? String(test.figures[name]) : words.withheld)),
    ]),
  );
  for (const test of evidence.tests) printGroups(pdf, words, moment, test);
}

function printGroups(
  pdf: TaggedDocument,
  words: PaperWords,
  moment: Printing['moment'],
  { name, at, groups }: PlanTest,
): void {
  if (!groups?.length) return;
  pdf.label([{ text: printable(words.byGroup(name, moment(at))), look: 'label' }], 80);
  textTable(
    pdf,
    words.group,
    groups.map(({ group, ...figures }) => [
      group,
      ...[figures.people, figures.reached, figures.positive].map((figure) =>
        figure === null ? words.withheld : `${figure}`,
      ),
    ]),
  );
}

function printPlan({ pdf, evidence, words, moment }: Printing): void {
  const { lists, functions, channels, texts, checklist, revisions, responsible, deputy } = evidence;
  pdf.heading(words.plan);
  const shown = (person: typeof deputy) => (person ? words.responsibleName(person.name, person.hasLeft) : words.nobody);
  pdf.paragraph({ text: printable(words.responsible(shown(responsible), shown(deputy))), look: 'text' });
  pdf.paragraph({ text: printable(words.lists(lists.join(', ') || '–')), look: 'text' });
  const tables: [readonly string[], string[][]][] = [
    [
      words.function,
      functions.map(({ group, list, needed, usable, members }) => [
        group,
        list,
        needed === null ? words.everyone : `${needed}`,
        `${usable}`,
        `${members}`,
      ]),
    ],
    [
      words.channel,
      channels.map(({ name, trouble, lastSuccessAt }) => [name, words.works(!trouble), moment(lastSuccessAt)]),
    ],
    [words.text, texts.map(({ name, content }) => [name, content])],
    [words.task, checklist.map(({ name, who, minutes }) => [name, who, minutes === null ? '' : `${minutes}`])],
  ];
  for (const [titles, rows] of tables) if (rows.length) textTable(pdf, titles, rows);
  pdf.heading(words.revisions);
  textTable(
    pdf,
    words.revision,
    revisions.map(({ kind, name, at, by }) => [words.part[kind], name, at ? moment(at) : words.notRecorded, by ?? '–']),
  );
}

function printPeople({ pdf, evidence: { leavers, persons, hidesPersons }, words }: Printing): void {
  const reasons = Object.entries(leavers) as [keyof typeof leavers, number][];
  pdf.heading(words.leavers);
  if (!reasons.length) pdf.paragraph({ text: words.noLeavers, look: 'text' });
  printPairs(
    pdf,
    reasons.map(([reason, count]) => [words.leaver[reason], `${count}`]),
  );
  if (!persons?.length) return;
  pdf.heading(words.persons);
  textTable(
    pdf,
    words.person,
    persons.map(({ name, groups, leaver, drilledIn }) => [
      name,
      groups,
      hidesPersons ? words.withheld : (drilledIn ?? words.no),
      leaver ? words.leaver[leaver] : '',
    ]),
  );
}
