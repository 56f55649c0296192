-- What came with the demo, so that it can be removed later.
create table demo_rows (
  table_name text not null,
  row_id int not null,
  version int not null,
  primary key (table_name, row_id)
);
comment on column demo_rows.version is 'of the row when it was made, of an event its last log entry: one that has grown was changed since';
