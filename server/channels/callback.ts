import { timingSafeEqual } from 'node:crypto';
import type { App } from '#server/platform/context.ts';

/** A channel's fields for its callback address. */
export interface CalledBack {
  id: number;
  callbackToken: string | null;
}

/** Returns the address for a provider's reports. It authorizes its caller, so only administrators see it. */
export const callbackUrl = ({ publicUrl }: Pick<App, 'publicUrl'>, { id, callbackToken }: CalledBack): string =>
  `${publicUrl}/api/channels/${id}/${callbackToken}`;

/** Verifies a callback address's token in constant time. */
export function isCallbackToken({ callbackToken }: CalledBack, token: string): boolean {
  const [expected, given] = [Buffer.from(callbackToken ?? ''), Buffer.from(token)];
  return expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected);
}
