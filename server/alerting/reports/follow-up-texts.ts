import { type PreparedText, preparedText } from '#server/alerting/snippets/default-text.ts';
import { eventValues } from '#server/alerting/snippets/values.ts';
import { cleanContent } from '#server/api/rich-text.ts';
import { translations } from '#server/channels/publications/fields.ts';
import { adapterFor, addressKinds } from '#server/channels/registry.ts';
import { markedTitle, messageTexts } from '#server/channels/rendering/texts.ts';
import { findText } from '#server/channels/system-mails/deliver.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { usualLanguage } from '#server/platform/settings/usual-language.ts';
import { cut } from '#shared/cut.ts';
import { type FeedField, isRecord } from '#shared/feed-field.ts';
import { textIn } from '#shared/label.ts';
import { type Language, languageCodes } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { fillPlaceholders, type PlaceholderValues } from '#shared/placeholders.ts';
import { plainText } from '#shared/rich-text.ts';
import type { Versions } from '#shared/text-versions.ts';
import type { DraftText } from './drafts.ts';

/** What went out over a channel. */
export interface SentText extends Omit<DraftText, 'requestAnswer'> {
  id: number;
  channelType: string;
  channelSettings: unknown;
  /** The text by language, if sent in several. */
  versions: Versions | null;
  reports: number[];
}

/** The texts of a follow-up, in general and by channel. */
export interface FollowUpTexts {
  report: { title: string; content: string; language: Language; prepared: Versions | null };
  messages: DraftText[];
}

/** The most frequent text, marked as a correction, with adaptations. */
export async function correctionTexts(db: Db | Tx, sources: readonly SentText[]): Promise<FollowUpTexts> {
  const language = await usualLanguage(db);
  const messages = sources.map((source) => ({
    channelId: source.channelId,
    title: markedTitle('correction', source.title, language),
    content: source.content,
    requestAnswer: false,
    feedValues: correctedFeed(source),
  }));
  const same = Map.groupBy(messages, ({ title, content }) => JSON.stringify([title, content]));
  const [most] = [...same.values()].sort((a, b) => b.length - a.length);
  const { title, content } = most![0]!;
  const versions = sources[messages.indexOf(most![0]!)]!.versions;
  const prepared = Object.fromEntries(
    Object.entries(versions ?? {}).map(([code, text]) => [
      code,
      { ...text, title: markedTitle('correction', text.title, code as Language) },
    ]),
  );
  const isIn = languageCodes.find((code) => prepared[code]?.content === content) ?? language;
  return { report: { title, content, language: isIn, prepared: versions && prepared }, messages };
}

/**
 * Returns the prepared all-clear, otherwise the system mails' template, in the organisation's language; for posts in
 * all languages.
 */
export async function allClearTexts(
  ctx: { db: Tx; viewer: Context['viewer'] },
  eventId: number,
  sources: readonly SentText[],
): Promise<FollowUpTexts> {
  const language = await usualLanguage(ctx.db);
  const template = async (wanted: Language) => {
    const values = await headedValues(ctx, eventId, wanted);
    const { subject = '', content = '' } = (await findText(ctx, 'alarm_all_clear', wanted)) ?? {};
    const title = fillPlaceholders(subject || '{{ event.name }}', values);
    const snippet = await snippetFor(ctx.db, eventId, wanted);
    const words = fillPlaceholders(snippet.text || content, values);
    const text = { title: markedTitle('all_clear', title, wanted), content: cleanContent('content', words) };
    return { text, isWritten: snippet.isWritten };
  };
  const { text } = await template(language);
  const prepared: Versions = { [language]: text };
  for (const other of languageCodes) {
    const version = other === language ? null : await template(other);
    if (version?.isWritten) prepared[other] = version.text;
  }
  const report = { ...text, language, prepared };
  const others = new Map<string, string>();
  for (const [other, names] of Object.entries(translations) as [Language, { title: string; text: string }][]) {
    if (other === language) continue;
    const version = prepared[other];
    if (!version) continue;
    others.set(names.title, version.title);
    others.set(names.text, plainText(version.content));
  }
  const messages = sources.map((source) => ({
    channelId: source.channelId,
    ...text,
    requestAnswer: false,
    feedValues: endedFeed(source, others),
  }));
  return { report, messages };
}

/** Returns a title with the event's name, and an open question as text. */
export async function newsTexts(
  ctx: { db: Tx; viewer: Context['viewer'] },
  eventId: number,
  sources: readonly SentText[],
): Promise<FollowUpTexts> {
  const language = await usualLanguage(ctx.db);
  const { 'event.name': event = '' } = await headedValues(ctx, eventId, language);
  const { news, ask } = textIn(messageTexts, language);
  const text = { title: cut(news(event), limits.nameMaximum), content: `{{ input:"${ask}" }}` };
  const report = { ...text, language, prepared: null };
  const messages = sources.map((source) => ({
    channelId: source.channelId,
    ...text,
    requestAnswer: false,
    feedValues: endedFeed(source, new Map()),
  }));
  return { report, messages };
}

/** Whether it went to people instead of the public. */
export const addressesPeople = ({ channelType, channelSettings }: SentText): boolean =>
  addressKinds(channelType, channelSettings).length > 0;

/** Returns placeholders with the event's name as in titles. */
async function headedValues(
  ctx: { db: Tx; viewer: Context['viewer'] },
  eventId: number,
  language: Language,
): Promise<PlaceholderValues> {
  const values = await eventValues(ctx, eventId, null, language);
  const [what, place] = [values['event.type'] ?? values['event.name'], values['event.place']];
  return { ...values, 'event.name': [what, place].filter(Boolean).join(' – ') };
}

async function snippetFor(db: Tx, eventId: number, language: Language): Promise<PreparedText> {
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
  return preparedText(db, event.type, type.id, language);
}

const fieldsOf = ({ channelType, channelSettings }: SentText): readonly FeedField[] =>
  adapterFor(channelType, channelSettings)?.feedFields ?? [];

/** As entered, as a correction if the channel supports that. */
function correctedFeed(source: SentText): Record<string, unknown> | null {
  const fields = fieldsOf(source);
  if (!fields.length) return null;
  const entered: Record<string, unknown> = isRecord(source.feedValues) ? { ...source.feedValues } : {};
  if (fields.some(({ name }) => name === 'relation')) entered['relation'] = 'update';
  for (const [language, { title }] of Object.entries(translations)) {
    if (typeof entered[title] === 'string') {
      entered[title] = markedTitle('correction', entered[title], language as Language);
    }
  }
  return entered;
}

const placing: readonly FeedField['kind'][] = ['area', 'number', 'select', 'selectMany', 'toggle'];

/** The form, not the content: advice must not be repeated at the end. */
function endedFeed(source: SentText, others: ReadonlyMap<string, string>): Record<string, unknown> | null {
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
