-- A scheduled message whose time came while this installation was held as a copy: the original may have sent it.
alter table messages add column perhaps_sent boolean not null default false;
comment on column messages.perhaps_sent is 'an installation this one is a copy of may have sent it: whoever gets it counts as possibly told twice';

alter table installation add column syslog_since timestamptz;
comment on column installation.syslog_since is 'since when a syslog server is told the security log; what happened before is not told any more';
