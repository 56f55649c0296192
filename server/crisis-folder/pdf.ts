import type { Content } from 'pdfmake/interfaces.js';
import { document, heading, pairs, printable, quietLine, table } from '#server/pdf/page.ts';
import { renderPdf } from '#server/pdf/render.ts';
import { textIn } from '#shared/label.ts';
import { localeOf } from '#shared/languages.ts';
import { fillPlaceholders, placeholdersIn, questionOf } from '#shared/placeholders.ts';
import { plainText } from '#shared/rich-text.ts';
import type { Folder, FolderEventType, FolderPerson, FolderText } from './folder.ts';
import { type FolderWords, words } from './words.ts';

interface Printing {
  folder: Folder;
  said: FolderWords;
  time: (moment: Date) => string;
}

const gap = '____________';

/** The folder as a PDF of A4 pages in the reader's language. */
export function folderPdf(folder: Folder, options: { compress?: boolean } = {}): Promise<Buffer> {
  const { language, timeZone, at, organisation, logo } = folder;
  const said = textIn(words, language);
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'short', timeStyle: 'short', timeZone });
  const printing: Printing = { folder, said, time: (moment) => format.format(moment) };
  const asOf = said.asOf(printing.time(at));
  const frame = { language, organisation, logo, title: said.title, subtitle: asOf, exercise: false, mark: null };
  const content: Content[] = [
    { text: said.title, bold: true, fontSize: 20 },
    { text: `${printable(organisation)} · ${asOf}`, fontSize: 12, margin: [0, 0, 0, 4] },
    { text: said.use, margin: [0, 0, 0, 2] },
    { text: said.secret, bold: true, margin: [0, 0, 0, 4] },
    ...teamContent(printing),
    ...dutyContent(printing),
    ...folder.eventTypes.flatMap((type) => typeContent(printing, type)),
    ...textsContent(printing, said.forAll, folder.texts.forAll),
    ...textsContent(printing, said.others, folder.texts.others),
    ...locationsContent(printing),
  ];
  return renderPdf({ ...document({ ...frame, created: at }, content), ...options });
}

const part = (text: string): Content => ({
  text: printable(text),
  bold: true,
  fontSize: 11,
  margin: [0, 6, 0, 2],
  headlineLevel: 1,
});

const named = (text: string): Content => ({ text: printable(text), bold: true });

function teamContent(printing: Printing): Content[] {
  const { folder, said } = printing;
  if (!folder.team.length) return [heading(said.team), { text: said.noTeam }];
  return [
    heading(said.team),
    ...folder.team.map(({ group, people }) =>
      table(
        named(group || said.withoutGroup),
        said.person,
        people.map((person, at) => personRow(printing, person, at + 1)),
      ),
    ),
  ];
}

function personRow(
  { said, time }: Printing,
  { name, role, phones, priority, away }: FolderPerson,
  at: number,
): string[] {
  const numbers =
    phones.map(({ kind, number }) => `${number.replaceAll(' ', '\u00a0')} · ${kind}`).join('\n') || said.noPhone;
  const remarks = [...(priority ? [said.priority] : []), ...(away ? [said.away(away.until && time(away.until))] : [])];
  return [String(at), name, role, numbers, remarks.join('\n')].map(printable);
}

function dutyContent({ folder: { duty }, said, time }: Printing): Content[] {
  if (!duty.groups.length) return [];
  return [
    heading(said.duty),
    quietLine(said.dutyDays(duty.days)),
    ...duty.groups.map(({ name, turns }) =>
      table(
        named(name),
        said.turn,
        turns.map(({ from, until, person }) => [time(from), time(until), printable(person)]),
      ),
    ),
  ];
}

function typeContent(printing: Printing, type: FolderEventType): Content[] {
  const { said } = printing;
  const { name, description, place, lists, checklist, texts } = type;
  const whom = lists.map((list) => {
    const groups = list.groups.map((group) => {
      if (group.onDuty) return said.onDuty(group.name);
      return group.needed === null ? group.name : said.needed(group.needed, group.name);
    });
    const inside = [...groups, ...(list.others ? [said.everybody] : [])].join(', ');
    return inside ? `${list.name} (${inside})` : list.name;
  });
  const facts: [Content, Content][] = [
    ...(place ? [[said.place, printable(place)] satisfies [Content, Content]] : []),
    ...(whom.length ? [[said.whom, printable(whom.join('\n'))] satisfies [Content, Content]] : []),
  ];
  const items = checklist.map(({ text, who, minutes }) => ['', text, who, minutes === null ? '' : said.due(minutes)]);
  return [
    heading(printable(name)),
    ...(description ? [{ text: printable(description) }] : []),
    ...(facts.length ? [pairs(facts)] : []),
    ...(items.length
      ? [
          table(
            named(said.checklist),
            said.item,
            items.map((row) => row.map(printable)),
          ),
        ]
      : []),
    ...texts.flatMap((text) => textContent(printing, text, { 'event.type': name })),
  ];
}

function textsContent(printing: Printing, title: string, texts: readonly FolderText[]): Content[] {
  return texts.length ? [heading(title), ...texts.flatMap((text) => textContent(printing, text, {}))] : [];
}

function textContent(printing: Printing, { name, text }: FolderText, known: Record<string, string>): Content[] {
  return [part(name), { text: printable(onPaper(printing, text, known)), margin: [0, 0, 0, 4] }];
}

/** A text to be read out: what is known filled, a gap to fill by hand where it is not, with what belongs there. */
function onPaper({ folder, said }: Printing, text: string, known: Record<string, string>): string {
  const values: Record<string, string> = { ...known, 'organisation.name': folder.organisation };
  for (const name of placeholdersIn(text)) values[name] ??= `${gap} [${questionOf(name) ?? said.blanks[name] ?? name}]`;
  return plainText(fillPlaceholders(text, values));
}

function locationsContent({ folder: { locations }, said }: Printing): Content[] {
  if (!locations.length) return [];
  const rows = locations.map(({ name, address, description }) => [name, address, description].map(printable));
  return [heading(said.locations), table({ text: '' }, said.location, rows)];
}
