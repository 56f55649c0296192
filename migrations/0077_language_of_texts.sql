-- In which language a report's text was prepared, and how it was prepared in each, so that its author can choose.
alter table reports
  add column language text,
  add column prepared jsonb;
comment on column reports.language is 'in which language its text was prepared or chosen; null where it was its author who wrote it';
comment on column reports.prepared is 'title and content by language, as they were prepared';
