const out = ['stop', 'stopp', 'stopall', 'abmelden', 'abmeldung', 'abbestellen', 'unsubscribe', 'optout', 'opt out'];
const back = ['start', 'anmelden', 'anmeldung', 'subscribe', 'optin', 'opt in', 'unstop'];

/** A reply of one word: unsubscribe from the channel or subscribe again. */
export type Wish = 'opt_out' | 'opt_in';

/** Returns the wish of a reply, in any case and punctuation; null with other content, except a signature. */
export function wishIn(reply: string): Wish | null {
  const whole = wordsOf(reply);
  const first = wordsOf(reply.trim().split(/\n[^\S\n]*\n/, 1)[0]!);
  const [line = '', ...rest] = reply.trim().split('\n');
  if (out.includes(whole) || out.includes(first)) return 'opt_out';
  if (out.includes(wordsOf(line)) && rest.every(isSignature) && !rest.some((text) => answers.test(text)))
    return 'opt_out';
  return back.includes(whole) ? 'opt_in' : null;
}

/** Returns whether a line has only names, titles, numbers and signs. */
const isSignature = (line: string): boolean =>
  line.split(/[^\p{L}\p{M}]+/u).every((word) => !/^(?:\p{Ll}{2}|\p{Lu}{4})/u.test(word) || ofNames.test(word));

// words about the alarm don't end alarms
const answers =
  /^\s*\d\s*$|(?<![\p{L}\p{M}])(?:ja|nein|no|yes|ok|okay|nicht|bin|komm\p{L}{0,3}|kann|fahr\p{L}{0,2}|hilfe|notfall|unfall|einsatz|übung|feuer|brand|rauch|gas|bombe|waffe|entwarnung|irrtum|falsch|\p{L}{0,20}alarm)(?![\p{L}\p{M}])/iu;

const ofNames =
  /^(?:von|vom|zu|zum|zur|van|der|die|das|dem|den|des|de|und|für|in|im|am|an|aus|bei|med|nat|rer|tel|mobil|fax)$/;

const wordsOf = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(bitte|please) | (bitte|please)$/g, '');
