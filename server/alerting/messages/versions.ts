import { hasRecipients, type MessageRow } from '#server/alerting/messages/message-rows.ts';
import { eventValues } from '#server/alerting/snippets/values.ts';
import type { Viewer } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { type Language, languageCodes } from '#shared/languages.ts';
import { fillPlaceholders, openPlaceholders, type PlaceholderValues } from '#shared/placeholders.ts';
import type { Text } from '#shared/said-lines.ts';
import { type Versions, versionsOf } from '#shared/text-versions.ts';

/** The filled versions of a message's text by language; `open`: a placeholder has no value. */
export interface FilledVersions {
  versions: Versions | null;
  open: boolean;
}

type Ctx = { db: Db | Tx; viewer: Pick<Viewer, 'id'> | null };
type Written = Text &
  Pick<MessageRow, 'eventId' | 'reportId' | 'prepared' | 'sharedTextLanguage' | 'channelType' | 'channelSettings'>;

/**
 * Returns a text adapted to its channel together with the other versions of the report's text, which other messages carry: people
 * get the text in their own language. Publications have only their own text.
 */
function withShared(message: Written): Versions | null {
  const { title, content, prepared, sharedTextLanguage: language } = message;
  if (!language || !hasRecipients(message) || Object.keys(prepared ?? {}).length < 2) return null;
  return { ...prepared, [language]: { title, content } };
}

/** Returns a function that fills the versions of messages of one report; values are read once per language. */
export function versionFiller(ctx: Ctx): (message: Written) => Promise<FilledVersions> {
  const known = new Map<Language, Promise<PlaceholderValues>>();
  const valuesIn = (language: Language, { eventId, reportId }: Written) => {
    const values = known.get(language) ?? eventValues(ctx, eventId, { report: reportId }, language);
    known.set(language, values);
    return values;
  };
  return async (message) => {
    const written = versionsOf(message, message.prepared) ?? withShared(message);
    const versions: Versions = {};
    let open = false;
    for (const language of written ? languageCodes : []) {
      const text = written![language];
      if (!text) continue;
      const values = await valuesIn(language, message);
      open ||= openPlaceholders(`${text.title} ${text.content}`, values).length > 0;
      versions[language] = {
        title: fillPlaceholders(text.title, values),
        content: fillPlaceholders(text.content, values),
      };
    }
    return { versions: written && versions, open };
  };
}
