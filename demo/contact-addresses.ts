/** Numbers reserved for examples (Bundesnetzagentur), and domains under .example. */
const mobileNumbers = [
  ...Array.from({ length: 99 }, (_, n) => `+4917139200${String(n + 1).padStart(2, '0')}`),
  ...Array.from({ length: 100 }, (_, n) => `+49176040690${String(n).padStart(2, '0')}`),
];

/** Returns a unique number for each of 199 places. */
export const mobileNumber = (place: number): string => mobileNumbers[place]!;

/** Returns a private number, from the end of the list. */
export const privateMobileNumber = (place: number): string => mobileNumbers[mobileNumbers.length - 1 - place]!;

/** Returns a landline number with an extension from 100 on. */
export const landlineNumber = (place: number): string => `+496990009${100 + place}`;

const letters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', ı: 'i' };

/** Returns the local part of an address, for example "katja.brandmueller". */
export function mailName(firstName: string, lastName: string): string {
  return `${firstName} ${lastName}`
    .toLowerCase()
    .replace(/[äöüßı]/g, (letter) => letters[letter]!)
    .normalize('NFKD')
    .replace(/[^a-z ]/g, '')
    .replaceAll(' ', '.');
}
