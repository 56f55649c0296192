import { isMailAddress } from './mail-address.ts';

// A recipient's key anywhere in a mail.
const key = /(?<![\w.])d\.\d{1,10}\.\d{1,5}\.[\da-f]{8}(?![\w])/i;
const longestKey = 'd.2147483647.99999.ffffffff';

/** Returns the message key in a text, or null. */
export const messageKeyIn = (text: string): string | null => key.exec(text)?.[0].toLowerCase() ?? null;

/** Returns the address for replies to one message: the key replaces `{token}`, or follows a plus. */
export function addressFor(address: string, messageKey: string): string {
  if (address.includes('{token}')) return address.replace('{token}', () => messageKey);
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}+${messageKey}${address.slice(at)}`;
}

/** Returns whether the address is valid with every key. */
export const isReplyAddress = (address: string): boolean => isMailAddress(addressFor(address, longestKey));
