import type { Db } from '#server/database/connect.ts';
import { readSettings } from '#server/settings/settings.ts';
import { emailAddress } from '#shared/email-address.ts';
import { languages } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { phoneAddress } from './contact-address.ts';
import { Refusal } from './errors.ts';

const bad = (field: string, key: RefusalKey) => new Refusal(key, { [field]: key });

/** A name as it is kept; refuses an empty one, one that is too long, and control characters. */
export function nameInput(field: string, value: string): string {
  const name = value.trim();
  if (!name) throw bad(field, 'error_required');
  if (name.length > limits.nameMaximum) throw bad(field, 'error_too_long');
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) throw bad(field, 'error_invalid_input');
  return name;
}

/** An e-mail address in lower case; refuses anything but one plain address. */
export function emailInput(value: string): string {
  const address = emailAddress(value);
  if (!address) throw bad('email', 'error_invalid_email');
  return address.norm;
}

/** A telephone number in E.164, null for none; without + it is read as one of the installation's country. */
export async function phoneInput(db: Db, value: string | null): Promise<string | null> {
  if (!value?.trim()) return null;
  const { default_country } = await readSettings(db, 'default_country');
  const number = phoneAddress(value, default_country ?? 'DE');
  if (!number) throw bad('mobilePhoneNumber', 'error_invalid_phone');
  return number.target;
}

/** A language of the product; refuses any other. */
export function languageInput(value: string): string {
  if (!Object.hasOwn(languages, value)) throw bad('language', 'error_invalid_input');
  return value;
}
