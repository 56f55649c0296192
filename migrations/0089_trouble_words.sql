-- Administrators read in the provider's own words why a channel cannot send or receive.
alter table channels add column trouble_detail text;
comment on column channels.trouble_detail is 'what the provider said when the channel could not send';
alter table channels add column hearing_trouble_detail text;
comment on column channels.hearing_trouble_detail is 'what the provider said when nothing could be received over the channel';
alter table channels add column last_failure_detail text;
comment on column channels.last_failure_detail is 'what the provider said when it last did not take a message';

-- Replies that a program seems to have written, and those nobody can read, choose nothing and say why.
alter table replies add column remark text;
comment on column replies.remark is 'why the reply chose nothing, whatever its words';
alter table replies add constraint replies_remark_check check (remark in ('automatic', 'encrypted', 'attachment'));
