import { isMailAddress } from './mail-address.ts';

// What marks a recipient's message wherever a mail can carry it: delivery makes these keys, no other text looks like one.
const key = /(?<![\w.])d\.\d{1,10}\.\d{1,5}\.[\da-f]{8}(?![\w])/i;
const longestKey = 'd.2147483647.99999.ffffffff';

/** The key of the message that a text (an address, a Message-ID, a returned header) names; null when it names none. */
export const keyIn = (text: string): string | null => key.exec(text)?.[0].toLowerCase() ?? null;

/**
 * The address to which answers and bounces of one message come: the key in the place of `{token}`, else behind a plus
 * before the @.
 */
export function addressFor(address: string, messageKey: string): string {
  if (address.includes('{token}')) return address.replace('{token}', () => messageKey);
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}+${messageKey}${address.slice(at)}`;
}

/** Whether every key makes a mail address out of it. */
export const isReplyAddress = (address: string): boolean => isMailAddress(addressFor(address, longestKey));
