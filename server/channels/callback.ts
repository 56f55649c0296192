import { timingSafeEqual } from 'node:crypto';
import type { App } from '#server/platform/context.ts';

/** What of a channel's row tells its address; the token is there since the channel was made, or since the first start with one. */
export interface CalledBack {
  id: number;
  callbackToken: string | null;
}

/** Where a channel's provider reports to. Whoever knows the address may, so it is shown to administrators only. */
export const callbackUrl = ({ publicUrl }: Pick<App, 'publicUrl'>, { id, callbackToken }: CalledBack): string =>
  `${publicUrl}/api/channels/${id}/${callbackToken}`;

/** Whether the token of a callback address is the channel's, found out in a time that tells nothing. */
export function isCallbackToken({ callbackToken }: CalledBack, token: string): boolean {
  const [expected, given] = [Buffer.from(callbackToken ?? ''), Buffer.from(token)];
  return expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected);
}
