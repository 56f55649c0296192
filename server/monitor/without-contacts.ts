const mail = /[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>().,;:]+/gu;
// seven digits and more, as telephone numbers are written: +49 151 234-567, 0151/2345678, (030) 12 34 56 7
const phone = /(?<![\w.:])[+(]?\d(?:[\s/().-]{0,2}\d){6,}(?![\w:])/g;
const isDate = /^\d{1,4}[.-]\d{1,2}[.-]\d{2,4}$/;

/** A text without the addresses and telephone numbers that somebody wrote into it, for eyes that were not asked for. */
export const withoutContacts = (text: string): string =>
  text.replace(mail, '…').replace(phone, (found) => (isDate.test(found.trim()) ? found : '…'));
