import { hasRecipients, type MessageRow } from '#server/alerting/messages/message-rows.ts';
import { eventValues } from '#server/alerting/snippets/values.ts';
import type { Outgoing, Values } from '#server/channels/channel.ts';
import { adapterFor } from '#server/channels/registry.ts';
import type { Viewer } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { type Language, languageCodes } from '#shared/languages.ts';
import { framedText } from '#shared/message-text.ts';
import { fillPlaceholders, openPlaceholders, type PlaceholderValues } from '#shared/placeholders.ts';
import type { Text } from '#shared/said-lines.ts';
import { isSameText, type Versions, versionsOf } from '#shared/text-versions.ts';

/** Filled versions by language; `open`: a placeholder has no value. */
export interface FilledVersions {
  versions: Versions | null;
  open: boolean;
}

type Ctx = { db: Db | Tx; viewer: Pick<Viewer, 'id'> | null };
type Written = Text &
  Pick<
    MessageRow,
    'eventId' | 'reportId' | 'prepared' | 'sharedTextLanguage' | 'isTextSent' | 'channelType' | 'channelSettings'
  >;

/**
 * Returns a text adapted to its channel with the report's other versions, if another message carries them. Publications
 * have only their own text.
 */
function withShared(message: Written, together: readonly Text[]): Versions | null {
  const { title, content, prepared, sharedTextLanguage: language, isTextSent } = message;
  const shared = prepared?.[language as Language];
  if (!shared || !hasRecipients(message) || Object.keys(prepared ?? {}).length < 2) return null;
  if (!isTextSent && !together.some((text) => isSameText(text, shared))) return null;
  return { ...prepared, [language!]: { title, content } };
}

/** Characters around title and content: mode, link, answers, names. */
const roomAround = 300;

/** Returns whether a provider would refuse a version that its author shortened. */
async function isTooLong(db: Db | Tx, { channelType, channelSettings }: Written, version: Text): Promise<boolean> {
  const adapter = adapterFor(channelType, channelSettings);
  if (adapter?.shape !== 'short' || !adapter.arrives) return false;
  const text = framedText(version.title, version.content, { before: '', after: ' '.repeat(roomAround), values: {} });
  const { losses = [] } = await adapter.arrives({ ...nobody, text }, channelSettings as Values, { db, publicUrl: '' });
  return losses.some(({ kind }) => kind === 'too_long');
}

const nobody: Omit<Outgoing, 'text'> = {
  ...{ recipientId: null, generation: 0, personId: null, to: '', key: '', subject: '', html: null },
  ...{ urgent: false, careful: false },
  begin() {},
};

/**
 * Returns a function that fills versions; values are read once per language. `together`: messages that leave with them.
 */
export function versionFiller(ctx: Ctx, together: readonly Text[] = []): (message: Written) => Promise<FilledVersions> {
  const known = new Map<Language, Promise<PlaceholderValues>>();
  const valuesIn = (language: Language, { eventId, reportId }: Written) => {
    const values = known.get(language) ?? eventValues(ctx, eventId, { report: reportId }, language);
    known.set(language, values);
    return values;
  };
  return async (message) => {
    const own = versionsOf(message, message.prepared);
    const written = own ?? withShared(message, together);
    const versions: Versions = {};
    let open = false;
    for (const language of written ? languageCodes : []) {
      const text = written![language];
      if (!text) continue;
      const values = await valuesIn(language, message);
      const filled = { title: fillPlaceholders(text.title, values), content: fillPlaceholders(text.content, values) };
      const isShared = !own && language !== message.sharedTextLanguage;
      if (isShared && (await isTooLong(ctx.db, message, filled))) continue;
      open ||= openPlaceholders(`${text.title} ${text.content}`, values).length > 0;
      versions[language] = filled;
    }
    return { versions: Object.keys(versions).length > (own ? 0 : 1) ? versions : null, open };
  };
}
