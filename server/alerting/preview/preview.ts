import { type FirstRecipient, firstArrival } from '#server/alerting/arrival/first-arrival.ts';
import { type CostEstimate, estimateCost } from '#server/alerting/costs/cost.ts';
import { type Prepared, prepareMessages } from '#server/alerting/launch/prepare.ts';
import { draftRevision } from '#server/alerting/messages/draft-revision.ts';
import { findUnsent, hasRecipients, type MessageRow } from '#server/alerting/messages/message-rows.ts';
import { toPrice } from '#server/alerting/recipients/resolution.ts';
import { limitedText } from '#server/api/input.ts';
import { safeContent } from '#server/api/rich-text.ts';
import type { Arrival } from '#server/channels/arrival.ts';
import type { MessageShape } from '#server/channels/channel.ts';
import type { MessageContent } from '#server/channels/rendering/content.ts';
import { frameOf } from '#server/channels/rendering/render.ts';
import type { Context } from '#server/platform/context.ts';
import { limits } from '#shared/limits.ts';
import type { TextFrame } from '#shared/message-text.ts';
import { type LostPart, lossesOf } from './losses.ts';
import { type Unfilled, unfilledOf } from './unfilled.ts';

/** An unsaved text. */
export interface TypedText {
  message: number;
  title: string;
  content: string;
}

/** One message as it would arrive. */
export interface MessagePreview {
  messageId: number;
  /** Null for a publication, or without recipients. */
  personId: number | null;
  shape: MessageShape;
  language: string;
  subject: string;
  html: string | null;
  answers: MessageContent['options'];
  arrival: Arrival;
  /** For counting characters during input; null unless the text is short. */
  frame: TextFrame | null;
  losses: LostPart[];
  unfilled: Unfilled[];
  cost: CostEstimate;
  /** The drafts' mark at this time. */
  seen: string;
}

/**
 * Previews unsent messages with the code that sends them, for each one's first recipient. Unsaved texts replace stored
 * ones. Contacts no provider; answer links are invalid.
 */
export async function previewReport(
  ctx: Context,
  reportId: number,
  typed: readonly TypedText[],
): Promise<MessagePreview[]> {
  const texts = new Map(typed.map((text) => [text.message, text]));
  const seen = await draftRevision(ctx.db, reportId); // first, so that the mark doesn't include later changes
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
  const { text, values, stored, reader, outgoing, arrival } = await firstArrival(ctx, prepared);
  const hasLink = stored.follows?.hasLink === true;
  const [unfilled, cost] = await Promise.all([
    unfilledOf(ctx.db, { ...text, hasLink }, resolution),
    estimateCost(ctx, text, toPrice(resolution)),
  ]);
  const { content } = text;
  const written = { content, text: outgoing.text, asks: message.requestAnswer, addresses: hasRecipients(message) };
  return {
    messageId: message.id,
    personId: reader.personId,
    shape: stored.shape,
    language: outgoing.language!,
    subject: outgoing.subject,
    html: outgoing.html,
    answers: reader.asked ? stored.options : [],
    arrival,
    frame: stored.shape === 'short' ? framed(ctx, stored, reader, values) : null,
    losses: lossesOf(stored.shape, written, arrival.losses ?? []),
    unfilled,
    cost,
  };
}

function framed(ctx: Context, stored: MessageContent, person: FirstRecipient, values: TextFrame['values']): TextFrame {
  const frame = frameOf(stored, person, ctx);
  return { ...frame, values: { ...values, ...frame.values } };
}
