import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { readIn } from '#shared/administration/translated.ts';
import type { Revision } from './evidence.ts';
import { planMembers } from './load-plan.ts';

/** Returns the parts of a plan, named in a language, with their last change in the audit log. */
export async function loadRevisions(db: Db, eventType: number, language: string): Promise<Revision[]> {
  const { rows } = await sql<Revision & { nameEn: string | null }>`
    with recursive ${planMembers(eventType)},
    parts as (
      select 1 as place, 'EventType' as kind, array['EventType'] as types, id, name, name_en from event_types where id = ${eventType}
      union all
      select 2, 'Snippet', array['Snippet'], s.id, s.name, s.name_en from snippets s where s.is_active and exists (
        select from report_event_snippets x where x.snippet_id = s.id and x.event_type_id = ${eventType})
      union all
      select 3, 'ReportEventSnippet', array['ReportEventSnippet'], x.id, x.name, x.name_en from report_event_snippets x
      where x.event_type_id = ${eventType}
      union all
      select 4, 'ChecklistItem', array['ChecklistItem'], c.id, c.name, null from checklist_items c where c.event_type_id = ${eventType}
      union all
      select 5, 'MailingList', array['MailingList'], m.id, m.name, null from mailing_lists m join lists on lists.id = m.id
      union all
      select 6, 'Group', array['Group', 'Roster'], g.id, g.name, null from groups g where g.id in (select id from tree))
    select p.kind, p.name, p.name_en, a.at, a.action, nullif(concat_ws(' ', u.first_name, u.last_name), '') as by
    from parts p left join lateral (
      select * from audit_entries e where e.type = any(p.types) and e.row_id = p.id order by e.id desc limit 1) a on true
    left join users u on u.id = a.by_user_id
    order by p.place, p.name, p.id limit 500`.execute(db);
  return rows.map(({ name, nameEn, ...row }) => ({ ...row, name: readIn({ name, nameEn }, 'name', language) }));
}
