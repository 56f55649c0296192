import { DeliveryError } from '#server/channels/channel.ts';
import { languageOfPerson } from '#server/channels/rendering/person-language.ts';
import { findSendingChannel, sendOverChannel } from '#server/channels/system-mails/over-channel.ts';
import type { App } from '#server/platform/context.ts';
import type { JobData } from '#server/platform/jobs/queues.ts';

const identifiers = { opt_out: 'opt_out_confirmation', opt_in: 'opt_in_confirmation' } as const;

/** Confirms an unsubscription or its end over the same channel. */
export async function confirmWish(
  app: App,
  { channelId, address, person, wish }: JobData['wish_confirmation'],
): Promise<void> {
  const channel = await findSendingChannel(app, channelId);
  if (!channel) return;
  const identifier = identifiers[wish];
  const language = await languageOfPerson(app.db, person);
  await sendOverChannel(app, channel, { identifier, language, to: address }).catch((error: unknown) => {
    if (!(error instanceof DeliveryError)) throw error;
    app.log.warn({ event: 'wish_not_confirmed', channel: channelId, reason: error.reason });
    if (error.kind === 'temporary' || error.kind === 'channel') throw error; // retried
  });
}
