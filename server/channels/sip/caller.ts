import { headerValues, parseSipAddress, parseSipUri } from './header-values.ts';
import { headerOf, type SipRequest } from './message.ts';

const longestNumber = 20;
/** RFC 3325 allows one of SIP and one of a telephone. */
const mostAsserted = 4;
const shortestWithCountry = 9;

/**
 * Returns the caller's number as the server reports it, in several forms if it asserts several; none if withheld or
 * none. Numbers with a country code come first.
 */
export function callersOf(request: SipRequest): string[] {
  if (/\b(?:id|user|header)\b/i.test(headerValues(request, 'privacy').join(';'))) return [];
  // by the server itself (RFC 3325), unlike From
  const asserted = headerValues(request, 'p-asserted-identity').filter((value) => /sips?:|tel:/i.test(value));
  const values = asserted.length ? asserted : [headerOf(request, 'from')];
  const numbers = new Set(values.slice(0, mostAsserted).flatMap((value) => numberIn(parseSipAddress(value).uri) ?? []));
  return [...numbers].sort((a, b) => Number(b.startsWith('+')) - Number(a.startsWith('+')));
}

/** Reads the number of a URI of SIP or a telephone (RFC 3966); null if it has none. */
function numberIn(uri: string): string | null {
  const isTel = /^tel:/i.test(uri);
  const subscriber = isTel ? uri.slice('tel:'.length) : (parseSipUri(uri)?.user ?? '');
  const [first = '', ...parameters] = subscriber.split(/[;:]/);
  const digits = first.replace(/^%2b/i, '+').replace(/[-.()]/g, '');
  const context = parameters.find((one) => /^phone-context=\+/i.test(one))?.split('=')[1] ?? '';
  const number = isTel && !digits.startsWith('+') ? context.replace(/[-.()]/g, '') + digits : digits;
  return number.length <= longestNumber && /^\+?\d{2,}$/.test(number) ? number : null;
}

/** Returns the numbers that a telephone system may mean: it may write the digits for an outside line or leave out the +. */
export const possibleNumbers = (callers: readonly string[], prefix: string): string[] => [
  ...new Set(callers.flatMap((caller) => formsOf(caller, prefix))),
];

function formsOf(caller: string, prefix: string): string[] {
  if (caller.startsWith('+')) return [caller];
  const line = /^(\d{1,4})00$/.exec(prefix)?.[1];
  return [
    caller,
    ...(prefix !== '+' && caller.startsWith(prefix) ? [`+${caller.slice(prefix.length)}`] : []),
    ...(line && caller.startsWith(line) ? [caller.slice(line.length)] : []),
    ...(caller.length >= shortestWithCountry && !caller.startsWith('0') ? [`+${caller}`] : []),
  ];
}
