import { cleanAddress } from './clean-text.ts';

/** An address as it is handed to a provider, and the form in which two spellings of it are the same. */
export interface Address {
  target: string;
  norm: string;
}

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const localPart = new RegExp(`^${atom}(?:\\.${atom})*$`, 'i');
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const domainName = new RegExp(`^(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`, 'i');

/**
 * A plain address `local@domain.tld`, or null: no groups, comments, quoted parts, control characters or lists, whatever a
 * mail parser would make of them. The address of "Name <local@domain.tld>" is taken if the name holds no other. Umlaut
 * domains come back in their ASCII form.
 */
export function emailAddress(value: string): Address | null {
  // most are right as they stand, and with a hundred thousand of them cleaning costs
  return (/^\s*['`]/.test(value) ? null : plainAddress(value.trim())) ?? plainAddress(addressPart(cleanAddress(value)));
}

/**
 * Returns the address that a value would be with dots in place of the commas in its domain ("anna@klinik,de"), or null. It is
 * a guess: show it to a person before or while it is stored.
 */
export function withoutCommas(value: string): Address | null {
  const text = cleanAddress(value);
  const at = text.indexOf('@');
  const domain = text.slice(at + 1);
  if (at < 1 || domain.includes('@') || !domain.includes(',') || emailAddress(value)) return null;
  return plainAddress(addressPart(`${text.slice(0, at)}@${domain.replaceAll(',', '.')}`));
}

function plainAddress(text: string): Address | null {
  const at = text.lastIndexOf('@');
  if (text.length > 254 || at < 1 || at > 64) return null;
  const local = text.slice(0, at);
  const domain = asciiDomain(text.slice(at + 1));
  if (!localPart.test(local) || domain.length > 253 || !domainName.test(domain)) return null;
  return { target: `${local}@${domain}`, norm: `${local}@${domain}`.toLowerCase() };
}

/** The address without the name before it, and without blanks around its @ and its dots. */
function addressPart(text: string): string {
  const open = text.lastIndexOf('<');
  const isNamed = open > 0 && text.endsWith('>') && !/[@<>;\p{Cc}]/u.test(text.slice(0, open));
  const address = isNamed ? cleanAddress(text.slice(open + 1, -1)) : text;
  const at = address.lastIndexOf('@');
  const domain = address
    .slice(at + 1)
    .trim()
    .replace(/ ?\. ?/g, '.')
    .replace(/\.$/, '');
  return `${address.slice(0, Math.max(0, at)).trim()}@${domain}`;
}

function asciiDomain(domain: string): string {
  if (!/^[\p{L}\p{N}.-]+$/u.test(domain)) return '';
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return '';
  }
}
