-- What a device signs is known by its own signature: nobody who asks for another takes it away.
alter table trusted_devices drop column challenge, drop column challenged_at;
-- Trusting a browser anew ends the key that it had.
alter table trusted_devices add column browser_hash bytea;
comment on column trusted_devices.browser_hash is 'SHA-256 of what the browser calls itself; null where it does not';
comment on column sessions.network is 'the network it was last seen from';
