-- The report whose text a recipient got instead of its own message's, because it corrects that; set with each attempt.
alter table message_recipients add column corrected_by int;
comment on column message_recipients.corrected_by is 'the correction whose text the last attempt carried instead of the message''s own; null: its own';

alter table messages add column follow_ended_at timestamptz;
comment on column messages.follow_ended_at is 'when somebody ended that it also goes to people who get the followed report late';

-- What the demo brought before demo_rows existed (0084): people by external id and moment; the oldest groups and lists of its
-- names; events that are older than its people. A row that users changed is marked too, and stays as changed.
with
  named as (
    select p.id, p.inserted_at from people p
    where p.external_id ~ '^demo-[0-9]+$' and not exists (select from demo_rows where table_name = 'event_types')),
  demo as (
    select min(inserted_at) as began from named n
    where exists (select from person_data d where d.person_id = n.id and d.value_str like '%@%.example')
    having count(*) > 0),
  demo_people as (select n.id from demo, named n where n.inserted_at = demo.began),
  demo_groups as (
    select min(g.id) as id from demo, groups g
    where g.name in ('Krisenstab', 'Leitung des Krisenstabs', 'Stabsfunktionen', 'S1 Personal', 'S2 Lage', 'S3 Einsatz', 'S4 Versorgung',
    'S5 Presse und Medien', 'S6 Information und Kommunikation', 'Fachberatung', 'Ärztlicher Dienst', 'Notaufnahme Ärzte',
    'Anästhesie und Intensivmedizin', 'Rufbereitschaft Anästhesie', 'Chirurgie', 'Rufbereitschaft Chirurgie', 'Innere Medizin',
    'Pflege', 'Pflege Notaufnahme', 'Pflege Intensivstation', 'Pflege OP', 'Stationspflege', 'Haus A', 'Haus B', 'Technik',
    'Haustechnik', 'Elektrotechnik und Notstrom', 'Medizintechnik', 'IT', 'Netz und Server', 'Klinische Anwendungen',
    'Informationssicherheit', 'Diagnostik und Versorgung', 'Hygiene', 'Apotheke', 'Labor', 'Seelsorge', 'Verwaltung',
    'Öffentlichkeitsarbeit', 'Personalabteilung', 'Einkauf und Logistik', 'Pforte und Sicherheit', 'Externe Partner',
    'Behörden und Einsatzkräfte', 'Medien')
    group by g.name),
  demo_lists as (
    select min(l.id) as id from demo, mailing_lists l
    where l.name in ('Krisenstab', 'Massenanfall von Verletzten', 'MANV Ärztlicher Dienst', 'MANV Pflege', 'MANV Versorgung',
    'Technischer Notfall', 'IT-Notfall', 'Räumung', 'Infektionsgeschehen', 'Alle Mitarbeitenden', 'Medizin und Pflege',
    'Technik und Verwaltung', 'Führungskräfte', 'Lagebericht', 'Presse', 'Rufbereitschaft')
    group by l.name),
  demo_types as (
    select t.id from demo, event_types t
    where t.identifier in ('mass_casualty', 'fire', 'power_outage', 'it_outage', 'evacuation', 'infection_outbreak')
      and not exists (select from audit_entries a where a.action = 'create' and a.type = 'EventType' and a.row_id = t.id)),
  -- the demo began in a database without events
  demo_events as (
    select e.id, coalesce((select max(l.id) from log_entries l where l.event_id = e.id and l.at <= demo.began), 0) as version
    from demo, events e where e.inserted_at <= demo.began)
insert into demo_rows (table_name, row_id, version)
  select 'people', id, 1 from demo_people
  union all select 'groups', id, 1 from demo_groups
  union all select 'mailing_lists', id, 1 from demo_lists
  union all select 'event_types', id, 1 from demo_types
  union all select 'events', id, version from demo_events
on conflict do nothing;

-- The demo calls in its own list with the type of the base data, which is no use by somebody.
insert into demo_rows (table_name, row_id, version)
select 'base_type_lists', l.id, 1 from event_type_mailing_lists e
join event_types t on t.id = e.event_type_id and t.identifier = 'general'
join mailing_lists l on l.id = e.mailing_list_id and l.name = 'Krisenstab'
join demo_rows d on d.table_name = 'mailing_lists' and d.row_id = l.id
on conflict do nothing;
