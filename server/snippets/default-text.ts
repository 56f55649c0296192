import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/connect.ts';
import { escapeHtml, isHtml } from '#shared/rich-text.ts';

/**
 * The text an administrator prepared for this cell of event type × report type: its active snippets, one below the
 * other. The assignments to the event type count alone; without any, those valid for all event types.
 */
export async function defaultText(db: Db | Tx, eventTypeId: number | null, reportTypeId: number): Promise<string> {
  const { rows } = await sql<{ content: string; rank: number }>`
    select s.content, (x.event_type_id is not null)::int as rank
    from report_event_snippets x join snippets s on s.id = x.snippet_id
    where s.is_active and (x.event_type_id is null or x.event_type_id = ${eventTypeId})
      and x.report_type_id = ${reportTypeId}
    order by rank desc, x.id`.execute(db);
  const texts = rows.filter(({ rank }) => rank === rows[0]!.rank).map(({ content }) => content.trim());
  if (!texts.some(isHtml)) return texts.join('\n\n');
  return texts.map((text) => (isHtml(text) ? text : `<p>${escapeHtml(text)}</p>`)).join('');
}
