-- A browser that gets a new address from its push service keeps its device, unless somebody ended it.

alter table devices add is_gone boolean not null default false;
comment on column devices.is_gone is 'ended by its push service, not by anybody: its browser may come back with another address';
