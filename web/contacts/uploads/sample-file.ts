import { type ByLanguage, textIn, writtenIn } from '#shared/label.ts';
import { defaultLanguage } from '#shared/languages.ts';
import { choicesOf } from '#shared/person-data.ts';
import type { DataType } from '#web/contacts/people/mutations.ts';
import { typeName } from '#web/contacts/people/person-values.ts';

type Target = { identifier: string; name: string; nameEn: string | null; gives: string[] };
type Type = Pick<DataType, 'identifier' | 'fieldType' | 'options'>;

// the separator and values that spreadsheets of the language use
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
// phone numbers reserved for examples; spaces and + keep spreadsheets from changing them
const byFieldType: Record<string, string> = {
  email: 'erika.mustermann@example.org',
  phone_mobile: '+49 171 3920099',
  phone: '+49 30 23125 001',
  fax: '+49 30 23125 002',
  number: '1',
  url: 'https://www.example.org',
  language: defaultLanguage,
};

/** Returns a sample file with all columns and one person, in the format of the language's spreadsheets. */
export function sampleFile(all: readonly Target[], types: readonly Type[], language: string): string {
  const { separator } = textIn(writing, language);
  // split or sorted columns are for files from other programs
  const targets = all.filter(({ identifier, gives }) => gives.includes(identifier));
  const typeOf = new Map(types.map((type) => [type.identifier, type]));
  const cell = (text: string) => (/[;,"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const line = (cells: string[]) => `${cells.map(cell).join(separator)}\r\n`;
  const header = line(targets.map((target) => typeName(target, language)));
  const person = targets.map((target) => valueFor(target, typeOf.get(target.identifier), language));
  // the byte order mark makes spreadsheets read umlauts correctly
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
