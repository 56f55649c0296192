import { emailAddress, withoutCommas } from '#shared/email-address.ts';
import type { FieldKind } from './kind.ts';
import { found, readText } from './read-text.ts';

/** An e-mail address. */
export interface EmailShape {
  kind: 'email';
}

const maximum = 254;

/** One plain address in the form that mail servers accept. */
export const email: FieldKind<EmailShape, string> = {
  value: 'text',
  check: (given) =>
    readText(given, maximum, (text) =>
      found(emailAddress(text)?.target ?? null, withoutCommas(text) ? 'error_email_comma' : 'error_invalid_email'),
    ),
  input: () => ({ type: 'email', autoComplete: 'email', maxLength: maximum }),
};
