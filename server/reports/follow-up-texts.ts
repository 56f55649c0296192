import { translations } from '#server/channels/publications/fields.ts';
import { adapterFor, addressKinds } from '#server/channels/registry.ts';
import type { Context } from '#server/context.ts';
import type { Db, Tx } from '#server/database/connect.ts';
import { texts } from '#server/rendering/texts.ts';
import { cleanContent } from '#server/rich-text.ts';
import { usualLanguage } from '#server/settings/usual-language.ts';
import { defaultText } from '#server/snippets/default-text.ts';
import { eventValues } from '#server/snippets/values.ts';
import { findText } from '#server/system-mails/deliver.ts';
import { type FeedField, isRecord } from '#shared/feed-field.ts';
import { textIn } from '#shared/label.ts';
import type { Language } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { fillPlaceholders } from '#shared/placeholders.ts';
import type { DraftText } from './drafts.ts';

/** What went out over a channel. */
export interface Source extends Omit<DraftText, 'requestAnswer'> {
  id: number;
  channelType: string;
  channelSettings: unknown;
  /** The followed reports that went out over it. */
  reports: number[];
}

/** What a follow-up says, as a whole and on each channel. */
export interface FollowUpTexts {
  report: { title: string; content: string };
  messages: DraftText[];
}

/** What was said, marked as a correction: the text that most channels carried, adapted where it was adapted. */
export async function correctionTexts(db: Db | Tx, sources: readonly Source[]): Promise<FollowUpTexts> {
  const language = await usualLanguage(db);
  const messages = sources.map((source) => ({
    channelId: source.channelId,
    title: marked('correction', source.title, language),
    content: source.content,
    requestAnswer: false,
    feedValues: correctedFeed(source),
  }));
  const same = Map.groupBy(messages, ({ title, content }) => JSON.stringify([title, content]));
  const [most] = [...same.values()].sort((a, b) => b.length - a.length);
  const { title, content } = most![0]!;
  return { report: { title, content }, messages };
}

/**
 * The prepared text of event type and all-clear, else the template of the system mails, in the organisation's language; for
 * posts in all languages. What a text says of the event is in its language, whoever asks.
 */
export async function allClearTexts(
  ctx: { db: Tx; viewer: Context['viewer'] },
  eventId: number,
  sources: readonly Source[],
): Promise<FollowUpTexts> {
  const language = await usualLanguage(ctx.db);
  const template = async (wanted: Language) => {
    const values = await eventValues(ctx, eventId, null, wanted);
    const { subject = '', content = '' } = (await findText(ctx, 'alarm_all_clear', wanted)) ?? {};
    const title = fillPlaceholders(subject || '{{ event.name }}', values);
    return { title: marked('all_clear', title, wanted), content: fillPlaceholders(content, values), values };
  };
  const { values, ...text } = await template(language);
  const prepared = fillPlaceholders(await snippetFor(ctx.db, eventId, language), values);
  const report = { title: text.title, content: cleanContent('content', prepared || text.content) };
  const others = new Map<string, string>();
  for (const [other, names] of Object.entries(translations) as [Language, { title: string; text: string }][]) {
    if (other === language) continue;
    const { title, content } = await template(other);
    others.set(names.title, title);
    if (!prepared) others.set(names.text, content);
  }
  const messages = sources.map((source) => ({
    channelId: source.channelId,
    ...report,
    requestAnswer: false,
    feedValues: endedFeed(source, others),
  }));
  return { report, messages };
}

/** A title that names the event, and in place of the text a question, which keeps it from being sent unanswered. */
export async function newsTexts(
  ctx: { db: Tx; viewer: Context['viewer'] },
  eventId: number,
  sources: readonly Source[],
): Promise<FollowUpTexts> {
  const language = await usualLanguage(ctx.db);
  const { 'event.name': event = '' } = await eventValues(ctx, eventId, null, language);
  const { news, ask } = textIn(texts, language);
  const report = { title: news(event).slice(0, limits.nameMaximum), content: `{{ input:"${ask}" }}` };
  const messages = sources.map((source) => ({
    channelId: source.channelId,
    ...report,
    requestAnswer: false,
    feedValues: endedFeed(source, new Map()),
  }));
  return { report, messages };
}

/** Whether what went out over it went to people; else it was published. */
export const addressesPeople = ({ channelType, channelSettings }: Source): boolean =>
  addressKinds(channelType, channelSettings).length > 0;

async function snippetFor(db: Tx, eventId: number, language: Language): Promise<string> {
  const event = await db
    .selectFrom('events')
    .select(({ fn }) => fn.coalesce('activationEventTypeId', 'eventTypeId').as('type'))
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  const type = await db
    .selectFrom('reportTypes')
    .select('id')
    .where('identifier', '=', 'all_clear')
    .executeTakeFirstOrThrow();
  return defaultText(db, event.type, type.id, language);
}

/** The title with what it is before it, unless it says so itself. */
function marked(kind: 'correction' | 'all_clear', title: string, language: Language): string {
  const word = textIn(texts, language).follows[kind];
  const says = title.toLowerCase().startsWith(word.toLowerCase());
  return (says ? title : `${word}: ${title}`).slice(0, limits.nameMaximum);
}

const fieldsOf = ({ channelType, channelSettings }: Source): readonly FeedField[] =>
  adapterFor(channelType, channelSettings)?.feedFields ?? [];

/** As it was entered, as one that corrects where the channel knows such. */
function correctedFeed(source: Source): Record<string, unknown> | null {
  const fields = fieldsOf(source);
  if (!fields.length) return null;
  const entered: Record<string, unknown> = isRecord(source.feedValues) ? { ...source.feedValues } : {};
  if (fields.some(({ name }) => name === 'relation')) entered['relation'] = 'update';
  for (const [language, { title }] of Object.entries(translations)) {
    if (typeof entered[title] === 'string') {
      entered[title] = marked('correction', entered[title], language as Language);
    }
  }
  return entered;
}

const placing: readonly FeedField['kind'][] = ['area', 'number', 'select', 'selectMany', 'toggle'];

/** Where and how it was said, not what: advice against a danger must not come again with its end. */
function endedFeed(source: Source, others: ReadonlyMap<string, string>): Record<string, unknown> | null {
  const fields = fieldsOf(source);
  if (!fields.length) return null;
  const entered = isRecord(source.feedValues) ? source.feedValues : {};
  return Object.fromEntries(
    fields.flatMap(({ name, kind, required }) => {
      const value = others.get(name) ?? (required || placing.includes(kind) ? entered[name] : undefined);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
