import { type ByLanguage, textIn, writtenIn } from '#shared/label.ts';
import { defaultLanguage } from '#shared/languages.ts';
import { choicesOf } from '#shared/person-data.ts';
import type { DataType } from '#web/contacts/people/mutations.ts';
import { typeName } from '#web/contacts/people/person-values.ts';

type Target = { identifier: string; name: string; nameEn: string | null; gives: string[] };
type Type = Pick<DataType, 'identifier' | 'fieldType' | 'options'>;

// what a spreadsheet of the language puts between cells and understands
const writing: ByLanguage<{ separator: string; yes: string; no: string; date: string }> = {
  de: { separator: ';', yes: 'ja', no: 'nein', date: '31.12.1980' },
  en: { separator: ',', yes: 'yes', no: 'no', date: '1980-12-31' },
};

const byTarget: Record<string, string> = {
  externalId: '4711',
  firstName: 'Erika',
  lastName: 'Mustermann',
  groups: 'Beispiel/Team 1',
  zip: '01067',
};
// telephone numbers that are kept free for examples; with spaces and + a spreadsheet leaves them as they are
const byFieldType: Record<string, string> = {
  email: 'erika.mustermann@example.org',
  phone_mobile: '+49 171 3920099',
  phone: '+49 30 23125 001',
  fax: '+49 30 23125 002',
  number: '1',
  url: 'https://www.example.org',
  language: defaultLanguage,
};

/** A file with all columns that are understood and one person, to be filled in: as a spreadsheet of that language reads it. */
export function sampleFile(all: readonly Target[], types: readonly Type[], language: string): string {
  const { separator } = textIn(writing, language);
  // what is taken apart or sorted in is for files of others
  const targets = all.filter(({ identifier, gives }) => gives.includes(identifier));
  const typeOf = new Map(types.map((type) => [type.identifier, type]));
  const cell = (text: string) => (/[;,"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const line = (cells: string[]) => `${cells.map(cell).join(separator)}\r\n`;
  const header = line(targets.map((target) => typeName(target, language)));
  const person = targets.map((target) => valueFor(target, typeOf.get(target.identifier), language));
  // the mark at the start tells a spreadsheet that umlauts follow
  return `\uFEFF${header}${line(person)}`;
}

function valueFor({ identifier }: Target, type: Type | undefined, language: string): string {
  const { yes, no, date } = textIn(writing, language);
  if (identifier === 'isActive' || type?.fieldType === 'boolean') return yes;
  if (identifier === 'isCrisis') return no;
  if (type?.fieldType === 'date') return date;
  if (type?.fieldType === 'select') {
    const [choice] = choicesOf(type.options);
    return choice ? writtenIn({ de: choice.label, en: choice.labelEn }, language) : '';
  }
  return byTarget[identifier] ?? byFieldType[type?.fieldType ?? ''] ?? '';
}
