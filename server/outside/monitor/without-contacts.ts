const mail = /(?<![^\s@<>(),;:])[^\s@<>(),;:]+@[^\s@<>()]+\.[^\s@<>().,;:]+/gu;
const gap = String.raw`[\s\p{Pd}/()._\u00b7]{0,3}`;
const date = String.raw`(?:\d{1,2}\.\d{1,2}\.(?:\d{4}|\d{2})|\d{4}-\d\d-\d\d)`;
const time = String.raw`(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?`;
// The date format in default event names.
const dayAndTime = String.raw`(?:0?[1-9]|[12]\d|3[01])(?:\.(?:0?[1-9]|1[0-2])\.|/(?:0?[1-9]|1[0-2])) ${time}`;
// A time or time span without adjacent digits.
const when = String.raw`(?<!\p{Nd})${dayAndTime}(?!${gap}\p{Nd})|(?<!\p{Nd})${date}(?:${gap}(?:${date}|${time}))*(?!${gap}\p{Nd})|(?<!\p{Nd})${time}(?!\p{Nd})`;
// six or more digits may be a telephone number
const number = String.raw`[+(]{0,2}\p{Nd}(?:${gap}\p{Nd}){5,}`;
const whenOrNumber = new RegExp(`(${when})|${number}`, 'gu');

/** Removes addresses and telephone numbers from texts. Dates and times stay. */
export const withoutContacts = (text: string): string =>
  text.replace(mail, '…').replace(whenOrNumber, (_found, moment?: string) => moment ?? '…');
