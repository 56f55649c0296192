const out = ['stop', 'stopp', 'stopall', 'abmelden', 'abmeldung', 'abbestellen', 'unsubscribe', 'optout', 'opt out'];
const back = ['start', 'anmelden', 'anmeldung', 'subscribe', 'optin', 'opt in', 'unstop'];

/** What somebody wants who writes nothing but one such word: no more information over the channel, or information again. */
export type Wish = 'opt_out' | 'opt_in';

/**
 * The wish that a reply is, whatever its case and the marks around it; null when it says anything else besides. The block of a
 * writer may stand below, after an empty line.
 */
export function wishIn(reply: string): Wish | null {
  const whole = wordsOf(reply);
  const first = wordsOf(reply.trim().split(/\n[^\S\n]*\n/, 1)[0]!);
  if (out.includes(whole) || out.includes(first)) return 'opt_out';
  return back.includes(whole) ? 'opt_in' : null;
}

const wordsOf = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(bitte|please) | (bitte|please)$/g, '');
