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
 * A plain address `local@domain.tld`, or null: no display names, groups, comments, quoted parts, control characters or
 * lists, whatever a mail parser would make of them. Umlaut domains come back in their ASCII form.
 */
export function emailAddress(value: string): Address | null {
  const text = value.trim();
  const at = text.lastIndexOf('@');
  if (text.length > 254 || at < 1 || at > 64) return null;
  const local = text.slice(0, at);
  const domain = asciiDomain(text.slice(at + 1));
  if (!localPart.test(local) || domain.length > 253 || !domainName.test(domain)) return null;
  return { target: `${local}@${domain}`, norm: `${local}@${domain}`.toLowerCase() };
}

function asciiDomain(domain: string): string {
  if (!/^[\p{L}\p{N}.-]+$/u.test(domain)) return '';
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return '';
  }
}
