import { sql } from 'kysely';
import type { Prepared } from '#server/alerting/launch/prepare.ts';
import { hasRecipients, type MessageRow } from '#server/alerting/messages/message-rows.ts';
import { type Recipient, recipientsOf } from '#server/alerting/recipients/resolution.ts';
import { inSlices } from '#server/alerting/recipients/slices.ts';
import { type Arrival, whole } from '#server/channels/arrival.ts';
import { DeliveryError, type Outgoing } from '#server/channels/channel.ts';
import { adapterFor } from '#server/channels/registry.ts';
import { contentWith, type MessageContent } from '#server/channels/rendering/content.ts';
import { singleKey } from '#server/channels/rendering/key.ts';
import {
  type Addressee,
  answerWays,
  languageField,
  languageFor,
  renderMessage,
} from '#server/channels/rendering/render.ts';
import { openSettings } from '#server/channels/settings.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { usualLanguage } from '#server/platform/settings/usual-language.ts';
import { knownLanguage, type Language, languageCodes } from '#shared/languages.ts';
import { fillPlaceholders, type PlaceholderValues, placeholdersIn, questionOf } from '#shared/placeholders.ts';

/** Returns a message as its first recipient would receive it in a `language`. */
export async function firstArrival(ctx: Context, { message, resolution, ...prepared }: Prepared, language?: Language) {
  const values = { ...gapsOf(`${message.title} ${message.content}`), ...prepared.values };
  const title = fillPlaceholders(message.title, values);
  const content = fillPlaceholders(message.content, values);
  const text = { ...message, title, content };
  const [stored, person] = await Promise.all([
    contentWith(ctx.db, message.id, { ...text, texts: prepared.versions }),
    addresseeOf(ctx, message, resolution ? recipientsOf(resolution).next().value : undefined),
  ]);
  const reader = {
    ...person,
    ...(language ? { language } : {}),
    alarmNonce: stored.follows?.hasLink ? Buffer.alloc(16) : null,
  };
  const outgoing = outgoingOf(ctx, stored, reader);
  return { text, values, stored, reader, outgoing, arrival: await arrivalOf(ctx, message, outgoing) };
}

/** Returns whether a text is too long for its provider, in any recipient's language. */
export async function isTextRefused(ctx: Context, prepared: Prepared): Promise<boolean> {
  const { channelType, channelSettings } = prepared.message;
  if (!adapterFor(channelType, channelSettings)?.arrives) return false;
  for (const language of [undefined, ...languageCodes.filter((code) => prepared.versions?.[code])]) {
    const { arrival } = await firstArrival(ctx, prepared, language);
    if (!arrival.losses?.some(({ kind }) => kind === 'too_long')) continue;
    if (!language || (await hasReader(ctx.db, prepared, language))) return true;
  }
  return false;
}

/** Returns whether any recipient of a message reads a language. */
async function hasReader(db: Db, { resolution }: Prepared, language: Language): Promise<boolean> {
  const usual = await usualLanguage(db);
  for await (const slice of inSlices(resolution ? recipientsOf(resolution) : [])) {
    const { rows } = await sql<{ own: string | null }>`
      select distinct d.value_str as own from unnest(${slice.map(({ personId }) => personId)}::int[]) p (id)
      left join person_data d on d.person_id = p.id and d.key_field_id = ${languageField}`.execute(db);
    if (rows.some(({ own }) => (knownLanguage(own) ?? usual) === language)) return true;
  }
  return false;
}

/** Returns readable gaps for unanswered questions. */
const gapsOf = (text: string): PlaceholderValues =>
  Object.fromEntries(
    placeholdersIn(text).flatMap((name) => {
      const question = questionOf(name);
      return question === undefined ? [] : [[name, `[${question}]`]];
    }),
  );

/** The first recipient of a message. */
export type FirstRecipient = Addressee & { personId: number | null; to: string };

/** Returns the first recipient, with a link of realistic length. */
async function addresseeOf(
  { db }: Context,
  message: MessageRow,
  first: Recipient | undefined,
): Promise<FirstRecipient> {
  const { rows } = await sql<Pick<Addressee, 'firstName' | 'lastName' | 'title' | 'language'>>`
    select p.first_name, p.last_name, p.title, (
      select d.value_str from person_data d where d.person_id = p.id and d.key_field_id = ${languageField}) as language
    from people p where p.id = ${first?.personId ?? null}`.execute(db);
  const nobody = { firstName: null, lastName: null, title: null, language: null };
  return {
    ...(rows[0] ?? nobody),
    personId: first?.personId ?? null,
    to: first?.target ?? '',
    via: first?.via ?? [],
    asked: message.requestAnswer && hasRecipients(message) && message.options.length > 0,
    nonce: Buffer.alloc(16),
  };
}

const outgoingOf = (ctx: Context, stored: MessageContent, person: FirstRecipient): Outgoing => ({
  ...renderMessage(stored, person, ctx),
  ...(stored.post ? { post: stored.post } : {}),
  recipientId: null,
  generation: 0,
  personId: person.personId,
  to: person.to,
  key: singleKey(),
  language: languageFor(stored, person),
  answer: answerWays(stored, person, ctx),
  urgent: false,
  careful: false,
  begin() {
    throw new Refusal('error_forbidden'); // previews send nothing
  },
});

async function arrivalOf(ctx: Context, message: MessageRow, outgoing: Outgoing): Promise<Arrival> {
  const { channelType, channelSettings, channelId } = message;
  const adapter = adapterFor(channelType, channelSettings);
  if (!adapter?.arrives) return whole(outgoing, {}, ctx);
  const settings = openSettings(ctx.secrets, adapter, { id: channelId, settings: channelSettings, secrets: null });
  try {
    return await adapter.arrives(outgoing, settings, ctx);
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return whole(outgoing, settings, ctx); // the channel's own page reports its errors
  }
}
