import type { Author } from '#server/alerting/snippets/author.ts';
import { preparedText } from '#server/alerting/snippets/default-text.ts';
import { readMoments } from '#server/alerting/snippets/moments.ts';
import { eventValues } from '#server/alerting/snippets/values.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { cleanContent } from '#server/api/rich-text.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { readIn } from '#shared/administration/translated.ts';
import { cut } from '#shared/cut.ts';
import { defaultLanguage, type Language } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { fillPlaceholders, type PlaceholderValues, saidPlaceholders } from '#shared/placeholders.ts';
import { escapeHtml, isHtml } from '#shared/rich-text.ts';
import { type Text, titleOf, withSaidLines } from '#shared/said-lines.ts';

interface TextInput {
  eventType: number;
  language: Language;
  title?: string | null | undefined;
  content?: string | null | undefined;
  location?: number | null | undefined;
  place?: string | null | undefined;
  description?: string | null | undefined;
  addition?: string | undefined;
}

/** Returns whether both types have a name, so that no text mixes languages. */
export async function isNamedIn(
  tx: Tx,
  eventTypeId: number,
  reportType: { nameEn: string | null },
  language: Language,
): Promise<boolean> {
  if (language === defaultLanguage) return true;
  const type = await tx
    .selectFrom('eventTypes')
    .select('nameEn')
    .where('id', '=', eventTypeId)
    .executeTakeFirstOrThrow();
  return Boolean(type.nameEn?.trim() && reportType.nameEn?.trim());
}

/** Before type and place. */
const alarmWord = 'ALARM';

async function nameOfPlace(db: Db | Tx, id: number | null | undefined): Promise<string | undefined> {
  if (!id) return undefined;
  const place = await db.selectFrom('locations').select('name').where('id', '=', id).executeTakeFirst();
  return place?.name;
}

/** Returns a distinct name like "Brand, 21.11. 03:40". */
export async function defaultName(tx: Tx, eventTypeId: number, language: string, at: Date): Promise<string> {
  const type = await tx
    .selectFrom('eventTypes')
    .select(['name', 'nameEn'])
    .where('id', '=', eventTypeId)
    .executeTakeFirstOrThrow();
  const moments = await readMoments(tx, language);
  return `${cut(readIn(type, 'name', language), limits.nameMaximum - 20)}, ${moments.short(at)}`;
}

/**
 * Returns title and content with filled placeholders. Place and description stay open until sent; unknown ones stay
 * visible.
 */
export async function preparedTextFor(
  ctx: { db: Tx; viewer: Author },
  event: Row<'events'>,
  reportType: { id: number; identifier: string; name: string; nameEn: string | null },
  input: TextInput,
): Promise<Text & { isWritten: boolean }> {
  const { language, eventType } = input;
  const known = await eventValues(ctx, event.id, { eventType }, language);
  const values: PlaceholderValues = {
    ...known,
    ...Object.fromEntries(saidPlaceholders.map((name) => [name, undefined])),
  };
  const place = input.place?.trim() || (await nameOfPlace(ctx.db, input.location)) || known['event.place'];
  const kind = reportType.identifier === 'activation' ? alarmWord : readIn(reportType, 'name', language);
  const own = input.content ?? null;
  const wish = input.title?.trim();
  const title = wish
    ? cut(fillPlaceholders(wish, values), limits.nameMaximum)
    : titleOf(kind, known['event.type'] ?? '', place, limits.nameMaximum);
  const { text, isWritten } =
    own === null ? await preparedText(ctx.db, eventType, reportType.id, language) : { text: own, isWritten: true };
  const prepared = fillPlaceholders(text, { ...values, 'report.title': title });
  const said = { place: Boolean(input.location || input.place), description: Boolean(input.description) };
  const filled = own === null ? withSaidLines({ title, content: prepared }, said, place) : prepared;
  return { title, content: cleanContent('content', added(filled, input.addition ?? '')), isWritten };
}

function added(text: string, addition: string): string {
  const lines = addition
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (!isHtml(text)) return [text, ...lines].filter(Boolean).join('\n\n');
  return text + lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('');
}
