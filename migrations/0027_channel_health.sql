alter table channels add last_success_at timestamptz, add last_failure_at timestamptz, add last_failure text;
comment on column channels.last_success_at is 'when its provider last took a message; written once for many';
comment on column channels.last_failure is 'why its provider did not take one at last_failure_at, as a reason key';
