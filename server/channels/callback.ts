import { timingSafeEqual } from 'node:crypto';
import type { App } from '#server/context.ts';
import { type Secrets, tokenOf } from '#server/secrets.ts';

type Keys = Pick<Secrets, 'callback'>;

const tokenFor = ({ callback }: Keys, channelId: number): string =>
  tokenOf(callback, Buffer.from(`channels/${channelId}`));

/** Where a channel's provider reports to. Whoever knows the address may, so it is shown to administrators only. */
export const callbackUrl = (app: Pick<App, 'publicUrl'> & { secrets: Keys }, channelId: number): string =>
  `${app.publicUrl}/api/channels/${channelId}/${tokenFor(app.secrets, channelId)}`;

/** Whether the token of a callback address is the channel's, found out in a time that tells nothing. */
export function isCallbackToken(secrets: Keys, channelId: number, token: string): boolean {
  const [expected, given] = [Buffer.from(tokenFor(secrets, channelId)), Buffer.from(token)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
