import { sql } from 'kysely';
import { DeliveryError } from '#server/channels/channel.ts';
import type { App } from '#server/context.ts';
import type { JobData } from '#server/jobs/queues.ts';
import { readSettings } from '#server/settings/settings.ts';
import { findSendingChannel, sendOverChannel } from '#server/system-mails/over-channel.ts';

const identifiers = { opt_out: 'opt_out_confirmation', opt_in: 'opt_in_confirmation' } as const;

/** Tells a person over the channel they wrote on that they get no more information there, or get it again. */
export async function confirmWish(
  app: App,
  { channelId, address, person, wish }: JobData['wish_confirmation'],
): Promise<void> {
  const channel = await findSendingChannel(app, channelId);
  if (!channel) return;
  const identifier = identifiers[wish];
  const language = await languageOfPerson(app, person);
  await sendOverChannel(app, channel, { identifier, language, to: address }).catch((error: unknown) => {
    if (!(error instanceof DeliveryError)) throw error;
    app.log.warn({ event: 'wish_not_confirmed', channel: channelId, reason: error.reason });
    if (error.kind === 'temporary' || error.kind === 'channel') throw error; // tried again
  });
}

async function languageOfPerson(app: App, person: number): Promise<string> {
  const { rows } = await sql<{ language: string }>`
    select d.value_str as language from person_data d join person_data_types t on t.id = d.key_field_id
    where d.person_id = ${person} and t.field_type = 'language' and d.value_str is not null limit 1`.execute(app.db);
  return rows[0]?.language ?? (await readSettings(app.db, 'default_language')).default_language ?? 'de';
}
