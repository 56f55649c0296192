-- A stop limit that is reached stays so when asking ends (the event is finished, asking is stopped), and nothing opens it again.
alter table cascades add column closed_at timestamptz;
comment on column cascades.closed_at is 'since when nobody further is asked for a limit that was reached, also when it is reached no more';
