import type { FieldKind } from './kind.ts';
import { readText } from './read-text.ts';

/** A telephone number. */
export interface PhoneShape {
  kind: 'phone';
  /** Requires a number that receives text messages; a landline number is stored with a remark. */
  mobile?: true;
}

const maximum = 40;

/**
 * A telephone number in any common notation. Only the server can resolve it, with `phoneNumber`: that requires the
 * world's numbering plans and the installation's country.
 */
export const phone: FieldKind<PhoneShape, string> = {
  value: 'text',
  check(given) {
    const checked = readText(given, maximum, (text) =>
      /\d/.test(text) && !/\p{Cc}/u.test(text) ? { value: text } : { fault: 'error_invalid_phone' },
    );
    return 'fault' in checked ? { fault: 'error_invalid_phone' } : checked;
  },
  input: () => ({ type: 'tel', autoComplete: 'tel', maxLength: maximum }),
};
