const out = ['stop', 'stopp', 'stopall', 'abmelden', 'abmeldung', 'abbestellen', 'unsubscribe', 'optout', 'opt out'];
const back = ['start', 'anmelden', 'anmeldung', 'subscribe', 'optin', 'opt in', 'unstop'];

/** The wish of a reply that is a single word: to unsubscribe from the channel or to subscribe again. */
export type Wish = 'opt_out' | 'opt_in';

/**
 * Returns the wish of a reply, in any case and with any punctuation; null if it contains anything else. A signature may follow
 * after an empty line.
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
