import { headerValues, parseSipAddress, parseSipUri } from './header-values.ts';
import { headerOf, type SipRequest } from './message.ts';

const longestNumber = 20;
const shortestWithCountry = 9;

/** Returns the caller's number as the server reports it; null if withheld or none. */
export function callerOf(request: SipRequest): string | null {
  if (/\b(?:id|user|header)\b/i.test(headerOf(request, 'privacy'))) return null;
  // by the server itself (RFC 3325), unlike From
  const asserted = headerValues(request, 'p-asserted-identity').find((value) => /sips?:/i.test(value));
  const { uri } = parseSipAddress(asserted ?? headerOf(request, 'from'));
  const user = (parseSipUri(uri)?.user ?? '').split(/[;:]/, 1)[0]!.replace(/^%2b/i, '+');
  const number = user.replace(/[-.()]/g, '');
  return number.length <= longestNumber && /^\+?\d{2,}$/.test(number) ? number : null;
}

/** Returns the numbers that a telephone system may mean: it may write the digits for an outside line or leave out the +. */
export function possibleNumbers(caller: string, prefix: string): string[] {
  if (caller.startsWith('+')) return [caller];
  const line = /^(\d{1,4})00$/.exec(prefix)?.[1];
  return [
    caller,
    ...(prefix !== '+' && caller.startsWith(prefix) ? [`+${caller.slice(prefix.length)}`] : []),
    ...(line && caller.startsWith(line) ? [caller.slice(line.length)] : []),
    ...(caller.length >= shortestWithCountry && !caller.startsWith('0') ? [`+${caller}`] : []),
  ];
}
