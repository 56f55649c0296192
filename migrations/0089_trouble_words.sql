-- Administrators read in the provider's own words why a channel cannot send or receive.
alter table channels add column trouble_detail text;
comment on column channels.trouble_detail is 'what the provider said when the channel could not send';
alter table channels add column hearing_trouble_detail text;
comment on column channels.hearing_trouble_detail is 'what the provider said when nothing could be received over the channel';
