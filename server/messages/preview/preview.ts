import { sql } from 'kysely';
import { type Arrival, whole } from '#server/channels/arrival.ts';
import { DeliveryError, type MessageShape, type Outgoing } from '#server/channels/channel.ts';
import { adapterFor } from '#server/channels/registry.ts';
import { openSettings } from '#server/channels/settings.ts';
import type { Context } from '#server/context.ts';
import { Refusal } from '#server/errors.ts';
import { limitedText } from '#server/input.ts';
import { type CostEstimate, estimateCost } from '#server/messages/cost/cost.ts';
import { type Prepared, prepareMessages } from '#server/messages/launch/prepare.ts';
import { findUnsent, hasRecipients, type MessageRow } from '#server/messages/message-rows.ts';
import { type Recipient, recipientsOf, toPrice } from '#server/messages/recipients/resolution.ts';
import { seenOf } from '#server/messages/seen.ts';
import { contentWith, type MessageContent } from '#server/rendering/content.ts';
import { singleKey } from '#server/rendering/key.ts';
import {
  type Addressee,
  answerWays,
  frameOf,
  languageField,
  languageFor,
  renderMessage,
} from '#server/rendering/render.ts';
import { safeContent } from '#server/rich-text.ts';
import { limits } from '#shared/limits.ts';
import type { TextFrame } from '#shared/message-text.ts';
import { fillPlaceholders, type PlaceholderValues, placeholdersIn, questionOf } from '#shared/placeholders.ts';
import { type LostPart, lossesOf } from './losses.ts';
import { type Unfilled, unfilledOf } from './unfilled.ts';

/** A text that is being written and not stored. */
export interface TypedText {
  message: number;
  title: string;
  content: string;
}

/** One message as it would arrive. */
export interface MessagePreview {
  messageId: number;
  /** In whose words it is put; null when it goes to everybody, or nobody was found. */
  personId: number | null;
  shape: MessageShape;
  language: string;
  subject: string;
  html: string | null;
  answers: MessageContent['options'];
  arrival: Arrival;
  /** What a short text is put into, so that the page can count while it is typed; null for other shapes. */
  frame: TextFrame | null;
  losses: LostPart[];
  unfilled: Unfilled[];
  cost: CostEstimate;
  /** A mark of what the drafts of the report were when it was made. */
  seen: string;
}

/**
 * What would arrive of a report's messages that have not been sent, made by the code that sends, in the words for the
 * first who gets each. Typed texts stand in for stored ones. Reaches no provider and stores nothing; its answer links
 * lead nowhere.
 */
export async function previewReport(
  ctx: Context,
  reportId: number,
  typed: readonly TypedText[],
): Promise<MessagePreview[]> {
  const texts = new Map(typed.map((text) => [text.message, text]));
  const seen = await seenOf(ctx.db, reportId); // before: what changes meanwhile was not seen
  const messages = (await findUnsent(ctx.db, reportId)).map((message) => withText(message, texts.get(message.id)));
  const prepared = await prepareMessages(ctx, messages);
  return Promise.all(prepared.map(async (one) => ({ ...(await previewOf(ctx, one)), seen })));
}

function withText(message: MessageRow, typed: TypedText | undefined): MessageRow {
  if (!typed) return message;
  const title = limitedText('title', typed.title, limits.nameMaximum);
  return { ...message, title, content: safeContent(limitedText('content', typed.content, limits.contentMaximum)) };
}

async function previewOf(ctx: Context, prepared: Prepared): Promise<Omit<MessagePreview, 'seen'>> {
  const { message, resolution } = prepared;
  const values = { ...gapsOf(`${message.title} ${message.content}`), ...prepared.values };
  const title = fillPlaceholders(message.title, values);
  const content = fillPlaceholders(message.content, values);
  const text = { ...message, title, content };
  const { versions } = prepared;
  const [stored, person, unfilled, cost] = await Promise.all([
    contentWith(ctx.db, message.id, { ...text, texts: versions }),
    addresseeOf(ctx, message, resolution ? recipientsOf(resolution).next().value : undefined),
    unfilledOf(ctx.db, text, resolution),
    estimateCost(ctx, text, toPrice(resolution)),
  ]);
  const reader = { ...person, alarmNonce: stored.follows?.hasLink ? Buffer.alloc(16) : null };
  const outgoing = outgoingOf(ctx, stored, reader);
  const arrival = await arrivalOf(ctx, message, outgoing);
  const written = { content, text: outgoing.text, asks: message.requestAnswer, addresses: hasRecipients(message) };
  return {
    messageId: message.id,
    personId: person.personId,
    shape: stored.shape,
    language: outgoing.language!,
    subject: outgoing.subject,
    html: outgoing.html,
    answers: person.asked ? stored.options : [],
    arrival,
    frame: stored.shape === 'short' ? framed(ctx, stored, reader, values) : null,
    losses: lossesOf(stored.shape, written, arrival.losses ?? []),
    unfilled,
    cost,
  };
}

/** Questions that nobody has answered yet, as gaps that can be read: with them nothing is sent. */
const gapsOf = (text: string): PlaceholderValues =>
  Object.fromEntries(
    placeholdersIn(text).flatMap((name) => {
      const question = questionOf(name);
      return question === undefined ? [] : [[name, `[${question}]`]];
    }),
  );

function framed(ctx: Context, stored: MessageContent, person: Reader, values: TextFrame['values']): TextFrame {
  const frame = frameOf(stored, person, ctx);
  return { ...frame, values: { ...values, ...frame.values } };
}

type Reader = Addressee & { personId: number | null; to: string };

/** The first who gets it, with a link that is as long as theirs will be. */
async function addresseeOf({ db }: Context, message: MessageRow, first: Recipient | undefined): Promise<Reader> {
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

const outgoingOf = (ctx: Context, stored: MessageContent, person: Reader): Outgoing => ({
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
    throw new Refusal('error_forbidden'); // nothing of a preview may leave
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
    return whole(outgoing, settings, ctx); // what is wrong with the channel itself is told where it is set up
  }
}
