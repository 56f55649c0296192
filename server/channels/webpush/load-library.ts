import type webPush from 'web-push';

let loading: Promise<typeof webPush> | undefined;

/** Loads the library, which a start doesn't need. */
export const loadWebPush = (): Promise<typeof webPush> =>
  (loading ??= import('web-push').then(
    (library) => library.default,
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  ));

// milliseconds until the start is over
const soon = 1_000;

/** Loads it in the background, so that the first message doesn't wait for it. A message reports if that fails. */
export const loadWebPushAhead = (): void => void loadWebPush().catch(() => {});

export const prepareWebPush = (): void => void setTimeout(loadWebPushAhead, soon).unref();
