/** A sender. */
export interface Mailbox {
  name: string;
  address: string;
}

// Narrower than RFC 5321: no quotes, no comments, one address.
const local = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domain =
  /^(?=.{1,255}$)([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)*[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** Returns whether a text is exactly one plain e-mail address. */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  return at > 0 && at <= 64 && local.test(text.slice(0, at)) && domain.test(text.slice(at + 1));
}

/** Parses "Crisis team <alarm@example.org>" or a bare address; otherwise null. */
export function parseMailbox(text: string): Mailbox | null {
  const written = text.trim();
  const open = written.indexOf('<');
  const address = (open < 0 ? written : written.slice(open + 1, -1)).trim();
  const name = open < 0 ? '' : nameIn(written.slice(0, open).trim());
  if ((open >= 0 && !written.endsWith('>')) || name === null || !isMailAddress(address)) return null;
  return { name, address };
}

/** Returns an unquoted name before an address; null with quotes or brackets. */
function nameIn(written: string): string | null {
  const name = written.slice(written.startsWith('"') ? 1 : 0, written.endsWith('"') ? -1 : undefined).trim();
  return /["<>]/.test(name) ? null : name;
}
