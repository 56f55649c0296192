import type { App } from '#server/platform/context.ts';

/** Returns the path of a channel's public page. */
export const publicPath = (channelId: number): string => `/public/${channelId}`;

/** Returns an entry's address, valid while the channel is on and the entry is valid or among the newest 500. */
export const publicationUrl = ({ publicUrl }: Pick<App, 'publicUrl'>, channelId: number, key: string): string =>
  `${publicUrl}${publicPath(channelId)}/${key}`;

/** Returns the address of an entry's CAP message. */
export const documentUrl = (app: Pick<App, 'publicUrl'>, channelId: number, key: string): string =>
  `${publicationUrl(app, channelId, key)}.xml`;
