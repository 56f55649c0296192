const mail = /(?<![^\s@<>(),;:])[^\s@<>(),;:]+@[^\s@<>()]+\.[^\s@<>().,;:]+/gu;
const gap = String.raw`[\s\p{Pd}/()._·]{0,3}`;
const date = String.raw`(?:\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})|\d{4}-\d\d-\d\d)`;
const time = String.raw`(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?`;
// as an event is named of itself
const dayAndTime = String.raw`(?:0?[1-9]|[12]\d|3[01])(?:\.(?:0?[1-9]|1[0-2])\.|/(?:0?[1-9]|1[0-2])) ${time}`;
// a moment or a span of time, with no further digit at either side
const when = String.raw`(?<!\p{Nd})${dayAndTime}(?!${gap}\p{Nd})|(?<!\p{Nd})${date}(?:${gap}(?:${date}|${time}))*(?!${gap}\p{Nd})|(?<!\p{Nd})${time}(?!\p{Nd})`;
// six digits and more, however they are broken up: what may be a number to call is never shown
const number = String.raw`[+(]{0,2}\p{Nd}(?:${gap}\p{Nd}){5,}`;
const whenOrNumber = new RegExp(`(${when})|${number}`, 'gu');

/**
 * A text without the addresses and telephone numbers that somebody wrote into it, for eyes that were not asked for. Of
 * six digits and more only dates and times stay.
 */
export const withoutContacts = (text: string): string =>
  text.replace(mail, '…').replace(whenOrNumber, (_found, moment?: string) => moment ?? '…');
