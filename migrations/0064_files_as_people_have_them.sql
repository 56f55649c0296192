-- Workbooks and vCards are read like CSV files; a row comes in although an optional field of it is bad; a mapping is remembered.
alter table uploads
  add column format text not null default 'csv' check (format in ('csv', 'xlsx', 'vcf')),
  add column program text,
  add column mapped_by text not null default 'header' check (mapped_by in ('header', 'memory', 'choice')),
  add column is_strict boolean not null default false,
  add column remarked int not null default 0;
comment on column uploads.program is 'what wrote the file, as its headers tell';
comment on column uploads.mapped_by is 'where the mapping of the columns comes from: memory is what somebody chose for an earlier file with this header';
comment on column uploads.is_strict is 'a row with any bad value is refused';
comment on column uploads.remarked is 'rows that come in with remarks';

update uploads set columns = (
  select coalesce(jsonb_agg(c.value || '{"isEmpty": false}' order by c.place), '[]')
  from jsonb_array_elements(columns) with ordinality as c (value, place));

alter table upload_rows add column remarks jsonb not null default '[]';
comment on column upload_rows.remarks is 'what of a row that comes in was left out or changed';

create table upload_mappings (
  fingerprint text primary key,
  targets text[] not null,
  used_at timestamptz not null default now()
);
comment on column upload_mappings.fingerprint is 'hash of the header, which may name people';
comment on column upload_mappings.targets is 'by place; null leaves a column out';
