import type { Context } from '#server/context.ts';
import type { Tx } from '#server/database/connect.ts';
import { Refusal } from '#server/errors.ts';
import { checkedEvent, insertEvent } from '#server/events/create.ts';
import { escalateEvent, joinEvent } from '#server/events/escalate.ts';
import type { Row } from '#server/graphql/types.ts';
import { limitedText, requireActive } from '#server/input.ts';
import { publish } from '#server/live/live.ts';
import { defaultAnswerOptions } from '#server/messages/report-rules.ts';
import { cleanContent } from '#server/rich-text.ts';
import { readSettings } from '#server/settings/settings.ts';
import { defaultText } from '#server/snippets/default-text.ts';
import { eventValues, germanDay } from '#server/snippets/values.ts';
import type { EventMode } from '#shared/event-mode.ts';
import { limits } from '#shared/limits.ts';
import { fillPlaceholders, type PlaceholderValues } from '#shared/placeholders.ts';
import { addressing, chosenIn, copyRecipients, insertDrafts } from './drafts.ts';
import { defaultChannels, listsOfEventType } from './queries.ts';
import { insertReport, requireReport } from './report.ts';

/** What an activation or a communication is started with; everything but the event type has a default. */
export interface StartInput {
  event?: number | null | undefined;
  name?: string | null | undefined;
  eventType: number;
  reportType?: number | null | undefined;
  location?: number | null | undefined;
  mode?: EventMode | null | undefined;
  title?: string | null | undefined;
  content?: string | null | undefined;
  channels?: number[] | undefined;
  lists?: number[] | undefined;
  /** A communication of the event that an activation grows out of: its text and recipients hold where none are given. */
  report?: number | null | undefined;
}

type Kind = 'activation' | 'communication';

/**
 * An activation that is ready to send: event (a new draft, or the given one escalated), report, one draft message per
 * channel, text from the snippets, recipients from the event type's lists. It starts running with its first message.
 */
export const createActivation = (ctx: Context, input: StartInput): Promise<Row<'reports'>> =>
  startReport(ctx, input, 'activation');

/** The same for a communication; its recipients are the author's choice. */
export const createCommunication = (ctx: Context, input: StartInput): Promise<Row<'reports'>> =>
  startReport(ctx, input, 'communication');

async function startReport(ctx: Context, given: StartInput, kind: Kind): Promise<Row<'reports'>> {
  const from = given.report ? await requireReport(ctx, given.report) : null;
  const wish = from ? { ...given, event: given.event ?? from.eventId } : given;
  const { reportType, ...input } = await checkedStart(ctx, wish, kind);
  if (from && (from.eventId !== input.event || kind !== 'activation')) {
    throw new Refusal('error_invalid_input', { report: 'error_invalid_input' });
  }
  const by = ctx.viewer!.id;
  return ctx.db.transaction().execute(async (tx) => {
    const event = await eventFor(tx, input, kind, by);
    const { title = from?.title, content = from?.content } = input;
    const text = await textFor({ db: tx, viewer: ctx.viewer }, event, reportType, { ...input, title, content });
    const report = await insertReport(
      tx,
      { event: event.id, reportType: reportType.id, ...text, answerOptions: defaultAnswerOptions },
      by,
    );
    const model = from && !input.lists ? await chosenIn(tx, from.id) : [];
    const usual = kind === 'activation' && !model.length ? await listsOfEventType(tx, input.eventType) : [];
    const lists = input.lists ?? usual;
    const channels = input.channels ?? (await defaultChannels(tx));
    const requestAnswer = kind === 'activation';
    const messages = await insertDrafts(tx, report, channels, { lists }, { requestAnswer, by });
    const toPeople = model.length ? await addressing(tx, messages) : [];
    for (const message of model) await copyRecipients(tx, message, toPeople);
    await publish(tx, { message: messages });
    return report;
  });
}

/** Refuses what cannot be chosen; answers the input with the report's type. */
async function checkedStart(ctx: Context, given: StartInput, kind: Kind) {
  if (given.title) limitedText('title', given.title, limits.nameMaximum);
  const input = await checkedEvent(ctx, { ...given, name: given.name?.trim() || undefined });
  await requireActive(ctx.db, 'channels', 'channels', input.channels ?? []);
  await requireActive(ctx.db, 'mailingLists', 'lists', input.lists ?? []);
  const identifier = kind === 'activation' ? 'activation' : 'staff_information';
  const reportType = await ctx.db
    .selectFrom('reportTypes')
    .select(['id', 'name', 'identifier', 'isActive'])
    .where((eb) => (given.reportType ? eb('id', '=', given.reportType) : eb('identifier', '=', identifier)))
    .executeTakeFirst();
  if (!reportType) throw new Refusal('error_not_found', { reportType: 'error_not_found' });
  if (!reportType.isActive) throw new Refusal('error_inactive', { reportType: 'error_inactive' });
  if ((reportType.identifier === 'activation') !== (kind === 'activation')) {
    throw new Refusal('error_invalid_input', { reportType: 'error_invalid_input' });
  }
  return { ...input, reportType };
}

async function eventFor(tx: Tx, input: StartInput, kind: Kind, by: number): Promise<Row<'events'>> {
  if (input.event) {
    const join = kind === 'activation' ? escalateEvent : joinEvent;
    const event = await join(tx, input.event, input.eventType, by);
    if (input.mode && input.mode !== event.mode) throw new Refusal('error_mode_fixed', { mode: 'error_mode_fixed' });
    return event;
  }
  const { eventType, location, mode } = input;
  const name = input.name ?? (await defaultName(tx, eventType));
  const activationEventType = kind === 'activation' ? eventType : null;
  return insertEvent(tx, { name, eventType, location, mode, activationEventType }, by);
}

/** "Brand, 21.11.2026" */
async function defaultName(tx: Tx, eventTypeId: number): Promise<string> {
  const type = await tx.selectFrom('eventTypes').select('name').where('id', '=', eventTypeId).executeTakeFirstOrThrow();
  const { time_zone } = await readSettings(tx, 'time_zone');
  return `${type.name.slice(0, limits.nameMaximum - 20)}, ${germanDay(new Date(), time_zone)}`;
}

/** Title and content with every placeholder filled that is known by now; the others stay visible. */
async function textFor(
  ctx: { db: Tx; viewer: Context['viewer'] },
  event: Row<'events'>,
  reportType: { id: number; name: string },
  input: StartInput,
): Promise<{ title: string; content: string }> {
  const values: PlaceholderValues = await eventValues(ctx, event.id, null);
  const wish = input.title?.trim() || `${reportType.name}: ${event.name}`;
  const title = fillPlaceholders(wish, values).slice(0, limits.nameMaximum);
  const text = input.content ?? (await defaultText(ctx.db, input.eventType, reportType.id));
  return { title, content: cleanContent('content', fillPlaceholders(text, { ...values, 'report.title': title })) };
}
