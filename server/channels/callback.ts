import { timingSafeEqual } from 'node:crypto';
import type { App } from '#server/platform/context.ts';

/**
 * The fields of a channel for its callback address. The token exists from the channel's creation, or from the first start of a
 * version with tokens.
 */
export interface CalledBack {
  id: number;
  callbackToken: string | null;
}

/** Returns the address for reports of a channel's provider. It authorizes its caller, so only administrators see it. */
export const callbackUrl = ({ publicUrl }: Pick<App, 'publicUrl'>, { id, callbackToken }: CalledBack): string =>
  `${publicUrl}/api/channels/${id}/${callbackToken}`;

/** Returns whether a callback address's token is the channel's, in constant time. */
export function isCallbackToken({ callbackToken }: CalledBack, token: string): boolean {
  const [expected, given] = [Buffer.from(callbackToken ?? ''), Buffer.from(token)];
  return expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected);
}
