import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Row } from '../../graphql/types.ts';

type Type = Pick<Row<'personDataTypes'>, 'fieldType' | 'options'>;
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
      return phoneNumber(valueStr ?? '', country);
    case 'boolean':
      return (language === 'en' ? ['No', 'Yes'] : ['Nein', 'Ja'])[valueInt ? 1 : 0]!;
    case 'select':
      return choice(options, valueInt) ?? String(valueInt ?? '');
    case 'number':
      return valueInt === null ? '' : new Intl.NumberFormat(language).format(valueInt);
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(valueStr ?? '') ? day(valueStr!, language) : (valueStr ?? '');
    default:
      return valueStr ?? '';
  }
}

function phoneNumber(value: string, country: string): string {
  const number = parsePhoneNumberFromString(value);
  if (!number) return value;
  return number.country === country ? number.formatNational() : number.formatInternational();
}

/** The label of a choice among [{ value, label }]. */
function choice(options: unknown, value: number | null): string | undefined {
  if (!Array.isArray(options)) return undefined;
  const found = options.find((option: { value?: unknown }) => option?.value === value) as
    | { label?: unknown }
    | undefined;
  return typeof found?.label === 'string' ? found.label : undefined;
}

const day = (value: string, language: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${value}T00:00:00Z`));
