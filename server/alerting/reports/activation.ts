import { checkNewBlocks } from '#server/alerting/drafts/read-only-blocks.ts';
import { holdEvent } from '#server/alerting/event-log/states.ts';
import { checkedEvent, insertEvent } from '#server/alerting/events/create.ts';
import { madeBefore, noteMade, takeLaunchKey } from '#server/alerting/launch/launch-key.ts';
import { defaultAnswerOptions } from '#server/alerting/messages/report-rules.ts';
import { type Author, authorsLanguage } from '#server/alerting/snippets/author.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { limitedText, requireActive } from '#server/api/input.ts';
import { cleanContent } from '#server/api/rich-text.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { usualLanguage } from '#server/platform/settings/usual-language.ts';
import type { EventMode } from '#shared/event-mode.ts';
import { defaultLanguage, type Language, languageCodes, languageOf } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { requireProviders } from './channels.ts';
import { addressing, copyRecipients, insertDrafts, messagesWithRecipients } from './drafts.ts';
import { type PreparedVersions, preparedOf } from './prepared.ts';
import { defaultChannels, listsOfEventType } from './queries.ts';
import { insertReport, requireReport } from './report.ts';
import { defaultName, isNamedIn, preparedTextFor } from './text-for.ts';

export interface StartInput {
  event?: number | null | undefined;
  name?: string | null | undefined;
  eventType: number;
  reportType?: number | null | undefined;
  location?: number | null | undefined;
  /** A place in free words instead of a location. */
  place?: string | null | undefined;
  description?: string | null | undefined;
  mode?: EventMode | null | undefined;
  title?: string | null | undefined;
  content?: string | null | undefined;
  channels?: number[] | undefined;
  lists?: number[] | undefined;
  /** Provides default text and recipients. */
  report?: number | null | undefined;
}

type Kind = 'activation' | 'communication';

/**
 * Creates a ready activation: event, report, a draft per channel, text from snippets, recipients from the type's lists.
 * Sending starts the event and applies type, place and description. Idempotent by key.
 */
export const createActivation = (ctx: Context, input: StartInput, key?: string | null): Promise<Row<'reports'>> =>
  startReport(ctx, input, 'activation', key);

/** The same for a communication; its author chooses the recipients. */
export const createCommunication = (ctx: Context, input: StartInput, key?: string | null): Promise<Row<'reports'>> =>
  startReport(ctx, input, 'communication', key);

/** Creates an event type's activation in the transaction, also without a user. */
export async function prepareActivation(ctx: Starter<Tx>, given: PreparedInput): Promise<Row<'reports'>> {
  return insertStart(ctx, await checkedStart(ctx, given, 'activation'), 'activation', null);
}

/** The additional input of `prepareActivation`. */
export interface PreparedInput extends StartInput {
  /** Plain text for the event's description and the message's end. */
  addition?: string;
}

type Starter<D extends Db | Tx = Db | Tx> = { db: D; viewer: Author };

async function startReport(
  ctx: Context,
  given: StartInput,
  kind: Kind,
  key: string | null | undefined,
): Promise<Row<'reports'>> {
  if (given.content) await checkNewBlocks(ctx.db, cleanContent('content', given.content));
  const from = given.report ? await requireReport(ctx, given.report) : null;
  const wish = from ? { ...given, event: given.event ?? from.eventId } : given;
  const checked = await checkedStart(ctx, wish, kind);
  if (from && (from.eventId !== checked.event || kind !== 'activation')) {
    throw new Refusal('error_invalid_input', { report: 'error_invalid_input' });
  }
  const by = ctx.viewer!.id;
  return inTransaction(ctx.db, async (tx) => {
    const isFirst = !key || (await takeLaunchKey(tx, by, key, [kind, given]));
    if (!isFirst) return madeBefore(tx, by, key);
    const report = await insertStart({ db: tx, viewer: ctx.viewer }, checked, kind, from);
    if (key) await noteMade(tx, by, key, report.id);
    return report;
  });
}

type CheckedStart = Awaited<ReturnType<typeof checkedStart>>;

async function insertStart(
  { db: tx, viewer }: Starter<Tx>,
  { reportType, ...input }: CheckedStart,
  kind: Kind,
  from: Row<'reports'> | null,
): Promise<Row<'reports'>> {
  const by = viewer?.id ?? null;
  const { title = from?.title, content = from?.content } = input;
  // a caller's text may be in any language
  const isOwn = content !== undefined && content !== null;
  const written = from ? from.language : null;
  const language = isOwn ? languageOf(written || (await authorsLanguage(tx, viewer))) : await usualLanguage(tx);
  const nameLanguage = languageOf(await authorsLanguage(tx, viewer)); // for the event in lists
  const at = new Date();
  const event = await eventFor(tx, input, { kind, by, language: nameLanguage, at });
  const make = (wanted: Language) =>
    preparedTextFor({ db: tx, viewer }, event, reportType, { ...input, title, content, language: wanted });
  const prepared: PreparedVersions = {};
  for (const wanted of isOwn ? [] : languageCodes) {
    const { isWritten, ...text } = await make(wanted);
    if (isWritten && (await isNamedIn(tx, input.eventType, reportType, wanted))) prepared[wanted] = text;
  }
  // a missing translation means the fallback language
  const isIn = prepared[language] ? language : defaultLanguage;
  const text = prepared[isIn] ?? (await make(language));
  const { eventType } = input;
  const said = { eventType, location: input.location, place: input.place, description: input.description };
  const report = await insertReport(
    tx,
    {
      event: event.id,
      reportType: reportType.id,
      title: text.title,
      content: text.content,
      ...said,
      answerOptions: defaultAnswerOptions,
      language: isOwn ? written : isIn,
      prepared: isOwn ? from && preparedOf(from) : prepared,
    },
    by,
  );
  const model = from && !input.lists ? await messagesWithRecipients(tx, from.id) : [];
  const usual = kind === 'activation' && !model.length ? await listsOfEventType(tx, input.eventType) : [];
  const lists = input.lists ?? usual;
  const channels = input.channels ?? (await defaultChannels(tx, reportType.identifier));
  const requestAnswer = kind === 'activation';
  const messages = await insertDrafts(tx, report, channels, { lists }, { requestAnswer, by });
  const toPeople = model.length ? await addressing(tx, messages) : [];
  for (const message of model) await copyRecipients(tx, message, toPeople);
  await publish(tx, { message: messages });
  return report;
}

async function checkedStart(ctx: Starter, given: PreparedInput, kind: Kind) {
  if (given.title) limitedText('title', given.title, limits.nameMaximum);
  const input = await checkedEvent(ctx, { ...given, name: given.name?.trim() || undefined });
  await requireActive(ctx.db, 'channels', 'channels', input.channels ?? []);
  await requireProviders(ctx.db, input.channels ?? []);
  await requireActive(ctx.db, 'mailingLists', 'lists', input.lists ?? []);
  const identifier = kind === 'activation' ? 'activation' : 'staff_information';
  const reportType = await ctx.db
    .selectFrom('reportTypes')
    .select(['id', 'name', 'nameEn', 'identifier', 'isActive'])
    .where((eb) => (given.reportType ? eb('id', '=', given.reportType) : eb('identifier', '=', identifier)))
    .executeTakeFirst();
  if (!reportType) throw new Refusal('error_not_found', { reportType: 'error_not_found' });
  if (!reportType.isActive) throw new Refusal('error_inactive', { reportType: 'error_inactive' });
  if ((reportType.identifier === 'activation') !== (kind === 'activation')) {
    throw new Refusal('error_invalid_input', { reportType: 'error_invalid_input' });
  }
  return { ...input, reportType };
}

async function eventFor(
  tx: Tx,
  input: PreparedInput,
  { kind, by, language, at }: { kind: Kind; by: number | null; language: string; at: Date },
): Promise<Row<'events'>> {
  if (input.event) {
    const state = await holdEvent(tx, input.event);
    // answers would be late, so continue the event first
    if (state === 'finished' && kind === 'activation') throw new Refusal('error_event_finished');
    const event = await tx.selectFrom('events').selectAll().where('id', '=', input.event).executeTakeFirstOrThrow();
    if (input.mode && input.mode !== event.mode) throw new Refusal('error_mode_fixed', { mode: 'error_mode_fixed' });
    return event;
  }
  const { eventType, location, place, mode, addition: description } = input;
  const name = input.name ?? (await defaultName(tx, eventType, language, at));
  const activationEventType = kind === 'activation' ? eventType : null;
  return insertEvent(
    tx,
    { name, description, eventType, location, place, mode, activationEventType, prepared: true },
    by,
  );
}
