import type webPush from 'web-push';

let loading: Promise<typeof webPush> | undefined;

/** Loads the library, which a start doesn't need. */
export const loadWebPush = (): Promise<typeof webPush> =>
  (loading ??= import('web-push').then((library) => library.default));

// milliseconds until the start is over
const soon = 1_000;

/** Loads it in the background, so that the first message doesn't wait for it. */
export const prepareWebPush = (): void => void setTimeout(() => void loadWebPush(), soon).unref();
