import type { FieldKind } from './kind.ts';
import { readText } from './read-text.ts';

/** A telephone number. */
export interface PhoneShape {
  kind: 'phone';
  /** It is one that takes text messages; a landline is stored with a remark. */
  mobile?: true;
}

const maximum = 40;

/**
 * A telephone number as people write it. Which number of which country it is takes the numbering plans of the world
 * and the country of the installation: the server reads it with `phoneNumber`.
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
