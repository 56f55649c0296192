import { namedField } from '#server/contacts/uploads/reading/find-header.ts';

/** Placeholders of spreadsheets and databases. */
const noValue = /^(?:null|undefined|nan|n\/a|n\.\s?v\.|k\.\s?a\.|none|nil|[-–—?.*_]{1,9})$/i;
/** Null is a surname, Nil and Nan are first names. */
const alsoName = /^(?:Null|Nil|Nan)$/;
const quoted = /^(?:'.*'|".*"|„.*[“”"]|“.*”|‚.*[‘’]|»[^«]*«|«[^»]*»|`.*`)$|\\["']/s;
/** Totals, page numbers, dates. */
const belowTable =
  /^(?:summen?|zwischensumme|gesamt|insgesamt|total|subtotal|sum|anzahl|count|stand|seite|page|blatt|gedruckt|druckdatum|erstellt|exportiert|export|datum|date|as of|printed)(?!\p{L})/iu;

/** Returns whether it is the header again. */
export function isHeaderAgain(firstName: string, lastName: string): boolean {
  const named = [namedField(firstName), namedField(lastName)];
  return named.includes('firstName') && named.includes('lastName');
}

const isUnlikely = (part: string): boolean =>
  noValue.test(part) || quoted.test(part) || (/\d/.test(part) && /^[\d\s.,:/-]+$/.test(part));

const isName = (part: string, other: string): boolean =>
  !isUnlikely(part) || (alsoName.test(part) && other !== '' && !isUnlikely(other));

/** Returns the part that probably isn't a name, or null. */
export function unlikelyPart(firstName: string, lastName: string): 'firstName' | 'lastName' | null {
  if (!isName(firstName, lastName)) return 'firstName';
  if (!isName(lastName, firstName)) return 'lastName';
  const whole = `${firstName} ${lastName}`;
  return /\d/.test(whole) && belowTable.test(firstName) ? 'firstName' : null;
}
