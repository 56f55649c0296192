-- People from a CSV file that is fetched on a schedule.
alter table directories add column read_digest bytea;
comment on column directories.read_digest is 'of the file and the mapping of the last run by schedule; an equal file is not compared again';
