import type { App } from '#server/context.ts';
import { findHold } from '#server/installation/held.ts';

/** Whether what is to be sent leaves, or what keeps it: `held` until an owner says that this is the real installation. */
export type Sending = 'ok' | 'held';

/** What keeps this installation, whichever process is asked, from sending. */
export async function sendingOf({ db }: Pick<App, 'db'>): Promise<Sending> {
  return (await findHold(db)) ? 'held' : 'ok';
}
