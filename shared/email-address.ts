import { cleanAddress } from './clean-text.ts';

/** The provider's form of an address, and the normalized form for comparison. */
export interface Address {
  target: string;
  norm: string;
}

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const localPart = new RegExp(`^${atom}(?:\\.${atom})*$`, 'i');
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const domainName = new RegExp(`^(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`, 'i');

/**
 * Returns a plain address `local@domain.tld`, or null. Rejects other syntax that mail parsers accept. Accepts one
 * address in "Name <local@domain.tld>". Converts umlaut domains to ASCII.
 */
export function emailAddress(value: string): Address | null {
  // most are already valid, and cleaning is slow
  return (
    (/^\s*['`=]/.test(value) ? null : plainAddress(value.trim())) ??
    plainAddress(addressPart(withoutLink(cleanAddress(value))))
  );
}

/**
 * Returns the address with dots for commas in its domain ("anna@klinik,de"), or null: a guess for the user to check.
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

/** Removes additions of links, Exchange and Access: "=a@b", "SMTP:a@b", "a@b#mailto:a@b#", "a@b?subject=x". */
const withoutLink = (text: string): string =>
  text
    .replace(/^=+/, '')
    .replace(/^smtp:\s*/i, '')
    .replace(/#mailto:[^#]{0,300}#?$/i, '')
    .replace(/\?(?:subject|body|cc|bcc)=.{0,300}$/i, '');

/** Returns the address without name and without spaces around @ and dots. */
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
