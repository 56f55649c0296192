import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { emailAddress } from '#shared/email-address.ts';
import { nameShape, text } from '#shared/fields/text.ts';
import { languages } from '#shared/languages.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { checkFieldHere } from './check-field.ts';

const bad = (field: string, key: RefusalKey) => new Refusal(key, { [field]: key });

/** Normalizes a name; refuses empty, long and control characters. */
export function nameInput(field: string, value: string): string {
  const checked = text.check(value, nameShape);
  if ('fault' in checked) throw bad(field, checked.fault);
  if (checked.value === null) throw bad(field, 'error_required');
  return checked.value;
}

/** Returns an address in lower case; refuses anything but one plain address. */
export function emailInput(value: string): string {
  const address = emailAddress(value);
  if (!address) throw bad('email', 'error_invalid_email');
  return address.norm;
}

/** Returns a phone number in E.164; without + it belongs to the installation's country. */
export async function phoneInput(db: Db, value: string | null): Promise<string | null> {
  const checked = checkFieldHere({ kind: 'phone' }, value, await defaultCountry(db));
  if ('fault' in checked) throw bad('mobilePhoneNumber', checked.fault);
  return checked.value as string | null;
}

/** The country of phone numbers without a code. */
export async function defaultCountry(db: Db | Tx): Promise<string> {
  const { default_country = 'DE' } = await readSettings(db, 'default_country');
  return default_country;
}

/** Returns a supported language; refuses others. */
export function languageInput(value: string): string {
  if (!Object.hasOwn(languages, value)) throw bad('language', 'error_invalid_input');
  return value;
}
