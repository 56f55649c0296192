import type { App } from '#server/platform/context.ts';

/** Where everybody reads what a channel publishes. */
export const publicPath = (channelId: number): string => `/public/${channelId}`;

/** Where one entry of it is read: as long as the channel is on and the entry holds or is among its newest 500. */
export const publicationUrl = ({ publicUrl }: Pick<App, 'publicUrl'>, channelId: number, key: string): string =>
  `${publicUrl}${publicPath(channelId)}/${key}`;

/** Where the CAP message of an entry is read. */
export const documentUrl = (app: Pick<App, 'publicUrl'>, channelId: number, key: string): string =>
  `${publicationUrl(app, channelId, key)}.xml`;
