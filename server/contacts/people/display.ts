import type { Row } from '#server/graphql/types.ts';
import { writtenIn, yesOrNo } from '#shared/label.ts';
import { localeOf } from '#shared/languages.ts';
import { choicesOf } from '#shared/person-data.ts';
import { shownPhone } from '#shared/phone-number.ts';

interface Type {
  fieldType: string;
  /** The choices of a select, as stored. */
  options?: unknown;
}
type Value = Pick<Row<'personData'>, 'valueStr' | 'valueInt'>;

/** A value as its reader expects it: numbers of the own country nationally, choices and switches in words. */
export function displayOf(
  { fieldType, options }: Type,
  { valueStr, valueInt }: Value,
  { country, language }: { country: string; language: string },
): string {
  switch (fieldType) {
    case 'phone':
    case 'phone_mobile':
    case 'fax':
      return shownPhone(valueStr ?? '', country);
    case 'boolean':
      return yesOrNo(valueInt === 1, language);
    case 'select':
      return choice(options, valueInt, language) ?? String(valueInt ?? '');
    case 'number':
      return valueInt === null ? '' : new Intl.NumberFormat(localeOf(language)).format(valueInt);
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(valueStr ?? '') ? day(valueStr!, language) : (valueStr ?? '');
    default:
      return valueStr ?? '';
  }
}

function choice(options: unknown, value: number | null, language: string): string | undefined {
  const found = choicesOf(options).find((option) => option.value === value);
  return found && writtenIn({ de: found.label, en: found.labelEn }, language);
}

const day = (value: string, language: string) =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(`${value}T00:00:00Z`),
  );
