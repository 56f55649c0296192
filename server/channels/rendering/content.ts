import { sql } from 'kysely';
import { safeContent } from '#server/api/rich-text.ts';
import type { MessageShape, Post } from '#server/channels/channel.ts';
import { translations } from '#server/channels/publications/fields.ts';
import { adapterFor, takesReplies } from '#server/channels/registry.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { settingsJson } from '#server/platform/settings/settings.ts';
import { readIn } from '#shared/administration/translated.ts';
import { checkFeed, type FeedField, isRecord } from '#shared/feed-field.ts';
import { defaultLanguage, type Language, languageOf } from '#shared/languages.ts';
import { plainText } from '#shared/rich-text.ts';
import type { Versions } from '#shared/text-versions.ts';
import type { AnswerMeaning } from './answer-colours.ts';
import { replyCode } from './reply-code.ts';
import { type FollowUpKind, markedTitle } from './texts.ts';

/** Shared by all recipients; frozen at the launch. */
export interface MessageContent {
  title: string;
  /** Plain text, or HTML of the allow-list; personal placeholders are still open. */
  content: string;
  requestAnswer: boolean;
  mode: 'LIVE' | 'EXERCISE' | 'TEST';
  /** The shape of the intended channel. */
  shape: MessageShape;
  /** The question's code if several are open; null without replies. */
  replyCode: string | null;
  options: {
    code: string;
    label: string;
    labelEn: string | null;
    kind: AnswerMeaning;
    askMinutes: boolean;
    /** The meaning in a roll call. */
    safety?: 'SAFE' | 'NEEDS_HELP' | null | undefined;
  }[];
  organisation: string;
  language: string;
  /** The corrected, ended or extended report. `hasLink` if it asked for answers. */
  follows: { kind: FollowUpKind; titles: readonly string[]; hasLink: boolean } | null;
  post: Post | null;
  /** Only informs, so people can unsubscribe. */
  informs: boolean;
  /** By language; fall back to the organisation's, then to the message's. */
  texts: Versions | null;
}

/** SQL: the look of option `o`; in a roll call, safety is a yes and help a no. */
export const optionLook = sql<AnswerMeaning>`case o.safety when 'SAFE' then 'POSITIVE' when 'NEEDS_HELP' then 'NEGATIVE' else o.kind end`;

/** SQL: the options of message `m` as JSON. */
export const answerOptions = sql<MessageContent['options']>`coalesce((
  select json_agg(json_build_object('code', o.code, 'label', o.label, 'labelEn', o.label_en, 'kind', ${optionLook},
      'askMinutes', o.ask_minutes, 'safety', o.safety)
    order by o.sort_order, o.id)
  from answer_options o where o.report_id = m.report_id), '[]')`;

const keptFor = 60_000;
const keptAtMost = 200;

/** Loads each message once. `correctionId`: with the text of its newest correction. */
export function messageContents(db: Db): (messageId: number, correctionId?: number | null) => Promise<MessageContent> {
  const kept = new Map<string, { at: number; content: Promise<MessageContent> }>();
  return (messageId, correctionId = null) => {
    const key = `${messageId} ${correctionId ?? ''}`;
    const known = kept.get(key);
    if (known && performance.now() - known.at < keptFor) return known.content;
    const content = correctionId ? readCorrected(db, messageId, correctionId) : readContent(db, messageId);
    kept.delete(key);
    kept.set(key, { at: performance.now(), content });
    content.catch(() => kept.delete(key));
    if (kept.size > keptAtMost) kept.delete(kept.keys().next().value!);
    return content;
  };
}

async function readCorrected(db: Db, messageId: number, correctionId: number): Promise<MessageContent> {
  const [message, correction] = await Promise.all([readContent(db, messageId), readContent(db, correctionId)]);
  const { title, content, language, texts } = correction;
  return {
    ...message,
    title: markedTitle('correction', title, languageOf(language)),
    content,
    texts:
      texts &&
      Object.fromEntries(
        Object.entries(texts).map(([code, text]) => [
          code,
          { ...text, title: markedTitle('correction', text.title, code as Language) },
        ]),
      ),
  };
}

interface Stored
  extends Pick<MessageContent, 'title' | 'content' | 'requestAnswer' | 'mode' | 'options' | 'texts' | 'informs'> {
  type: string;
  settings: unknown;
  installation: Partial<Record<'organisation_name' | 'system_name' | 'default_language', string>>;
  reportId: number;
  reportType: string;
  eventId: number;
  eventName: string;
  eventType: string | null;
  eventTypeEn: string | null;
  feedValues: unknown;
  followed: string[];
  followUpKind: FollowUpKind | null;
  hasLink: boolean;
  family: number[];
}

/** SQL: the reports that message `m` corrects or ends, with all corrections. */
const familyOf = sql<number[]>`array(
  with recursive corrections as (
    select report_id, follows_id from report_follow_ups where kind = 'correction'),
  family as (
    select f.follows_id as id from report_follow_ups f where f.report_id = m.report_id and f.kind <> 'to_all'
    union
    select unnest(array[c.report_id, c.follows_id]) from family join corrections c
      on family.id in (c.report_id, c.follows_id))
  select id from family order by id)`;

/** Returns a message with these texts and open personal placeholders. */
export async function contentWith(
  db: Db,
  messageId: number,
  { title, content, texts }: Pick<MessageContent, 'title' | 'content' | 'texts'>,
): Promise<MessageContent> {
  return { ...(await readContent(db, messageId, texts)), title, content: safeContent(content) };
}

async function readContent(db: Db, messageId: number, drafted?: Versions | null): Promise<MessageContent> {
  const stored = await readStored(db, messageId);
  const {
    type,
    settings: channelSettings,
    installation,
    feedValues,
    followed,
    followUpKind,
    hasLink,
    family,
    ...rest
  } = stored;
  const { reportId, reportType, eventId, eventName, eventType: german, eventTypeEn: english, ...message } = rest;
  const adapter = adapterFor(type, channelSettings);
  const common = {
    organisation: installation.organisation_name ?? installation.system_name ?? 'Meldekette',
    language: installation.default_language ?? defaultLanguage,
  };
  const eventType = german && readIn(stored, 'eventType', common.language);
  const eventTypes = Object.fromEntries(
    (
      [
        ['de', german],
        ['en', english],
      ] as const
    ).flatMap(([code, name]) => (name ? [[code, name]] : [])),
  );
  const texts = safeTexts(message.texts ?? drafted ?? null);
  const feedFields = adapter?.feedFields ?? [];
  const { values } = checkFeed(feedFields, translated(feedFields, feedValues, texts));
  const post = {
    messageId,
    reportId,
    reportType,
    family,
    eventId,
    eventName,
    eventType,
    eventTypes,
    values,
    ...common,
  };
  return {
    ...message,
    ...common,
    shape: adapter?.shape ?? 'mail', // without a provider nothing leaves
    replyCode: takesReplies(adapter, channelSettings) ? replyCode(reportId) : null,
    content: safeContent(message.content),
    texts,
    follows: followUpKind && { kind: followUpKind, titles: followed, hasLink },
    post: adapter?.shape === 'post' ? post : null,
  };
}

const safeTexts = (texts: Versions | null): Versions | null =>
  texts &&
  Object.fromEntries(
    Object.entries(texts).map(([code, { title, content }]) => [code, { title, content: safeContent(content) }]),
  );

/** Returns the values of fields, with translations from the text. */
function translated(fields: readonly FeedField[], entered: unknown, texts: Versions | null): unknown {
  const values: Record<string, unknown> = isRecord(entered) ? { ...entered } : {};
  for (const [code, names] of Object.entries(translations)) {
    const text = texts?.[code as Language];
    if (!text || values[names.title] || values[names.text] || !fields.some(({ name }) => name === names.text)) continue;
    values[names.title] = text.title;
    values[names.text] = plainText(text.content);
  }
  return fields.length ? values : entered;
}

async function readStored(db: Db, messageId: number): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select m.title, m.content, m.request_answer, e.mode, t.identifier as type, c.settings, m.report_id,
      ${settingsJson('organisation_name', 'system_name', 'default_language')} as installation,
      rt.identifier as report_type, e.id as event_id, e.name as event_name, et.name as event_type,
      et.name_en as event_type_en, m.feed_values,
      coalesce(r.texts, m.versions) as texts, rt.identifier not in ('activation', 'all_clear', 'stand_down') and not exists (
        select 1 from report_follow_ups f join reports o on o.id = f.follows_id
        join report_types ot on ot.id = o.report_type_id
        where f.report_id = r.id and ot.identifier = 'activation') as informs,
      ${answerOptions} as options, ${familyOf} as family,
      array(select o.title from report_follow_ups f join reports o on o.id = f.follows_id
        where f.report_id = m.report_id order by o.id) as followed,
      (select min(kind) from report_follow_ups f where f.report_id = m.report_id) as follow_up_kind,
      exists (
        with recursive followed (id) as (
          select follows_id from report_follow_ups where report_id = m.report_id and kind <> 'to_all'
          union select f.follows_id from report_follow_ups f join followed d on d.id = f.report_id)
        select 1 from followed d join messages a on a.report_id = d.id and a.request_answer and a.launched_at is not null)
        as has_link
    from messages m join reports r on r.id = m.report_id join report_types rt on rt.id = r.report_type_id
    join events e on e.id = r.event_id left join event_types et on et.id = e.event_type_id
    join channels c on c.id = m.channel_id join channel_types t on t.id = c.channel_type_id
    where m.id = ${messageId}`.execute(db);
  return rows[0]!;
}
