import type { FieldKind } from './kind.ts';
import { readText } from './read-text.ts';

/** A telephone number. */
export interface PhoneShape {
  kind: 'phone';
  /** Requires a mobile number; a landline gets a remark. */
  mobile?: true;
}

const maximum = 40;

/**
 * A telephone number in any notation. Only the server resolves it (`phoneNumber`), which requires numbering plans and
 * the country.
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
