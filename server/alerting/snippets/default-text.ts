import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { readIn } from '#shared/administration/translated.ts';
import { defaultLanguage } from '#shared/languages.ts';
import { asHtml, blockOf } from '#shared/read-only-blocks.ts';
import { isHtml } from '#shared/rich-text.ts';

/** With its completeness in the language. */
export type PreparedText = { text: string; isWritten: boolean };

/**
 * Returns the text for event type × report type from active snippets, in the author's language; unchangeable ones as
 * blocks. Specific assignments replace general ones.
 */
export async function preparedText(
  db: Db | Tx,
  eventTypeId: number | null,
  reportTypeId: number,
  language: string,
): Promise<PreparedText> {
  const { rows } = await sql<{
    id: number;
    content: string;
    contentEn: string | null;
    readOnly: boolean;
    rank: number;
  }>`
    select s.id, s.content, s.content_en, s.read_only, (x.event_type_id is not null)::int as rank
    from report_event_snippets x join snippets s on s.id = x.snippet_id
    where s.is_active and (x.event_type_id is null or x.event_type_id = ${eventTypeId})
      and x.report_type_id = ${reportTypeId}
    order by rank desc, x.id`.execute(db);
  const chosen = rows.filter(({ rank }) => rank === rows[0]!.rank);
  const texts = chosen
    .map((row) => ({ ...row, text: readIn(row, 'content', language).trim() }))
    .map(({ id, text, readOnly }) => (readOnly ? blockOf(id, text) : text));
  return {
    text: texts.some(isHtml) ? texts.map(asHtml).join('') : texts.join('\n\n'),
    isWritten: language === defaultLanguage || chosen.every(({ contentEn }) => contentEn?.trim()),
  };
}
