import { printable } from '#server/platform/pdf/printable.ts';
import { type TaggedDocument, taggedDocument } from '#server/platform/pdf/tagged.ts';
import { textTable } from '#server/platform/pdf/text-table.ts';
import { textIn } from '#shared/label.ts';
import { localeOf } from '#shared/languages.ts';
import { fillPlaceholders, placeholdersIn, questionOf } from '#shared/placeholders.ts';
import { plainText } from '#shared/rich-text.ts';
import { disasterCards } from './disaster-cards.gen.ts';
import type { Folder, FolderEventType, FolderPerson, FolderText } from './folder-content.ts';
import { type FolderWords, folderWords } from './words.ts';

interface Printing {
  pdf: TaggedDocument;
  folder: Folder;
  said: FolderWords;
  time: (moment: Date) => string;
}

const gap = '____________';

export function folderPdf(folder: Folder): Promise<Buffer> {
  const { language, timeZone, at, logo } = folder;
  const said = textIn(folderWords, language);
  const organisation = printable(folder.organisation);
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'short', timeStyle: 'short', timeZone });
  const time = (moment: Date) => format.format(moment);
  const asOf = said.asOf(time(at));
  const frame = { language, organisation, logo, title: said.title, subtitle: asOf, exercise: false, mark: null };
  const pdf = taggedDocument({ ...frame, created: at });
  const printing: Printing = { pdf, folder, said, time };
  pdf.title(said.title);
  pdf.paragraph({ text: `${organisation} · ${asOf}`, look: 'text' });
  pdf.paragraph({ text: said.use, look: 'text' });
  pdf.paragraph({ text: said.secret, look: 'label' });
  printTeam(printing);
  printDuty(printing);
  for (const type of folder.eventTypes) printType(printing, type);
  printTexts(printing, said.forAll, folder.texts.forAll);
  printTexts(printing, said.others, folder.texts.others);
  printLocations(printing);
  printCards(printing);
  return pdf.finish();
}

/** Prints a heading on its content's page. */
const printName = ({ pdf }: Printing, name: string) => pdf.label([{ text: printable(name), look: 'label' }], 80);

function printTeam(printing: Printing): void {
  const { pdf, folder, said } = printing;
  pdf.heading(said.team);
  if (!folder.team.length) pdf.paragraph({ text: said.noTeam, look: 'text' });
  for (const { group, people } of folder.team) {
    printName(printing, group || said.withoutGroup);
    textTable(
      pdf,
      said.person,
      people.map((person, at) => personRow(printing, person, at + 1)),
    );
  }
}

function personRow(
  { said, time }: Printing,
  { name, role, phones, priority, away }: FolderPerson,
  at: number,
): string[] {
  const numbers =
    phones.map(({ kind, number }) => `${number.replaceAll(' ', '\u00a0')} · ${kind}`).join('\n') || said.noPhone;
  const remarks = [...(priority ? [said.priority] : []), ...(away ? [said.away(away.until && time(away.until))] : [])];
  return [String(at), name, role, numbers, remarks.join('\n')];
}

function printDuty(printing: Printing): void {
  const { pdf, folder, said, time } = printing;
  if (!folder.duty.groups.length) return;
  pdf.heading(said.duty);
  pdf.paragraph({ text: said.dutyDays(folder.duty.days), look: 'quiet' });
  for (const { name, turns } of folder.duty.groups) {
    printName(printing, name);
    textTable(
      pdf,
      said.turn,
      turns.map(({ from, until, person }) => [time(from), time(until), person]),
    );
  }
}

function printType(printing: Printing, type: FolderEventType): void {
  const { pdf, said } = printing;
  const { name, description, place, lists, checklist, texts } = type;
  const whom = lists.map((list) => {
    const groups = list.groups.map((group) => {
      if (group.onDuty) return said.onDuty(group.name);
      return group.needed === null ? group.name : said.needed(group.needed, group.name);
    });
    const inside = [...groups, ...(list.others ? [said.everybody] : [])].join(', ');
    return inside ? `${list.name} (${inside})` : list.name;
  });
  const facts = [...(place ? [[said.place, place]] : []), ...(whom.length ? [[said.whom, whom.join('\n')]] : [])];
  pdf.heading(printable(name));
  if (description) pdf.paragraph({ text: printable(description), look: 'text' });
  if (facts.length)
    pdf.pairs(facts.map(([title = '', text = '']) => [[{ text: title, look: 'strong' }], [{ text: printable(text) }]]));
  if (checklist.length) {
    printName(printing, said.checklist);
    textTable(
      pdf,
      said.item,
      checklist.map(({ text, who, minutes }) => ['', text, who, minutes === null ? '' : said.due(minutes)]),
    );
  }
  for (const text of texts) printText(printing, text, { 'event.type': name });
}

function printTexts(printing: Printing, title: string, texts: readonly FolderText[]): void {
  if (texts.length) printing.pdf.heading(title);
  for (const text of texts) printText(printing, text, {});
}

function printText(printing: Printing, { name, text }: FolderText, known: Record<string, string>): void {
  printName(printing, name);
  printing.pdf.paragraph({ text: printable(onPaper(printing, text, known)), look: 'text' });
}

/** Returns a text to read out, with labeled gaps. */
function onPaper({ folder, said }: Printing, text: string, known: Record<string, string>): string {
  const values: Record<string, string> = { ...known, 'organisation.name': folder.organisation };
  for (const name of placeholdersIn(text)) values[name] ??= `${gap} [${questionOf(name) ?? said.blanks[name] ?? name}]`;
  return plainText(fillPlaceholders(text, values));
}

function printLocations({ pdf, folder: { locations }, said }: Printing): void {
  if (!locations.length) return;
  pdf.heading(said.locations);
  textTable(
    pdf,
    said.location,
    locations.map(({ name, address, description }) => [name, address, description]),
  );
}

/** Prints the manual's disaster cards. */
function printCards({ pdf, folder, said }: Printing): void {
  const { title, places, intro, cards } = textIn(disasterCards, folder.language);
  pdf.heading(title);
  for (const text of intro) pdf.paragraph({ text: printable(text), look: 'text' });
  pdf.pairs(places.map((place) => [[{ text: place, look: 'strong' }], [{ text: gap.repeat(2) }]]));
  for (const [at, card] of cards.entries()) {
    pdf.heading(said.card(at + 1, card.title), 200);
    textTable(
      pdf,
      said.step,
      card.steps.map(({ text, expected }, n) => [String(n + 1), text, expected]),
    );
  }
}
