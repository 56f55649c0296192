import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { readIn } from '#shared/administration/translated.ts';
import type { Folder, FolderEventType, FolderText } from './folder-content.ts';

interface TextRow {
  name: string;
  nameEn: string | null;
  content: string;
  contentEn: string | null;
}

/** Returns a text in the reader's language. */
const textIn = (row: TextRow, language: string): FolderText => ({
  name: readIn(row, 'name', language),
  text: readIn(row, 'content', language),
});

interface EventTypeRow extends Omit<FolderEventType, 'texts'> {
  nameEn: string | null;
  descriptionEn: string | null;
  texts: TextRow[];
}

/** Returns the active event types with their prepared content in one language, by name. */
export async function loadEventTypes(db: Db, language: string): Promise<FolderEventType[]> {
  const { rows } = await sql<EventTypeRow>`
    select t.name, t.name_en, coalesce(t.description, '') as description, t.description_en, concat_ws(', ', l.name, nullif(l.address, '')) as place,
      coalesce((
        select json_agg(json_build_object('name', m.name, 'groups', coalesce((
            select json_agg(json_build_object('name', g.name, 'needed', lg.stop_limit, 'onDuty', lg.on_duty)
              order by lg.sort_order, lg.id)
            from list_groups lg join groups g on g.id = lg.group_id and g.is_active where lg.mailing_list_id = m.id), '[]'),
          'others', exists (select 1 from mailing_list_people mp where mp.mailing_list_id = m.id)) order by x.sort_order, m.name, m.id)
        from event_type_mailing_lists x join mailing_lists m on m.id = x.mailing_list_id and m.is_active
        where x.event_type_id = t.id), '[]') as lists,
      coalesce((
        select json_agg(json_build_object('text', c.name, 'minutes', c.due_minutes,
          'who', coalesce(g.name, p.first_name || ' ' || p.last_name, '')) order by c.sort_order, c.id)
        from checklist_items c left join groups g on g.id = c.group_id left join people p on p.id = c.person_id
        where c.event_type_id = t.id), '[]') as checklist,
      coalesce((
        select json_agg(json_build_object('name', s.name, 'nameEn', s.name_en, 'content', s.content,
          'contentEn', s.content_en) order by x.report_type_id, x.id)
        from report_event_snippets x join snippets s on s.id = x.snippet_id and s.is_active
        where x.event_type_id = t.id), '[]') as texts
    from event_types t left join locations l on l.id = t.location_id and l.is_active
    where t.is_active order by t.name, t.id`.execute(db);
  return rows.map(({ nameEn, descriptionEn, texts, ...row }) => ({
    ...row,
    name: readIn({ name: row.name, nameEn }, 'name', language),
    description: readIn({ description: row.description, descriptionEn }, 'description', language),
    texts: texts.map((text) => textIn(text, language)),
  }));
}

/** Returns texts for all types, and unassigned ones. */
export async function loadTexts(db: Db, language: string): Promise<Folder['texts']> {
  const { rows } = await sql<TextRow & { isAssigned: boolean; isForAll: boolean }>`
    select s.name, s.name_en, s.content, s.content_en, exists (select 1 from report_event_snippets x where x.snippet_id = s.id) as is_assigned,
      exists (select 1 from report_event_snippets x where x.snippet_id = s.id and x.event_type_id is null) as is_for_all
    from snippets s where s.is_active order by s.name, s.id`.execute(db);
  const texts = (found: typeof rows) => found.map((row) => textIn(row, language));
  return {
    forAll: texts(rows.filter(({ isForAll }) => isForAll)),
    others: texts(rows.filter(({ isAssigned }) => !isAssigned)),
  };
}
