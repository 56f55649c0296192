-- Links that set the password of administrators and system owners leave only over a mail server that a system owner knows.
alter table channels add column confirmed_server text;
comment on column channels.confirmed_server is 'the mail server as a system owner set or confirmed it; one that differs gets no links for administrators and system owners';
alter table one_time_tokens add column waiting_mail jsonb;
comment on column one_time_tokens.waiting_mail is 'the mail with this token, while it waits for a mail server that a system owner confirms';
alter table users add column warnings_seen_at timestamptz;
comment on column users.warnings_seen_at is 'up to when the user has seen which passwords were reset';

-- Wrong PINs count for each sender, so that a forged number locks nobody else out.
alter table trigger_locks add column sender text not null default '';
comment on column trigger_locks.sender is 'HMAC of a known number or address; empty for all unknown callers together';
alter table trigger_locks drop constraint trigger_locks_pkey;
alter table trigger_locks add primary key (trigger_id, way, sender);

-- New words of mails, where nobody changed them.
update system_mails set content = replace(content,
  'Bitte öffnen Sie diesen Link und bestätigen Sie Ihre E-Mail-Adresse:',
  'Bitte öffnen Sie diesen Link und setzen Sie Ihr Passwort; damit bestätigen Sie auch Ihre E-Mail-Adresse:')
where identifier = 'user_verification';
update system_mails set content = replace(content,
  'Please open this link and confirm your e-mail address:',
  'Please open this link and set your password; this also confirms your e-mail address:')
where identifier = 'user_verification';
update system_mails set content = replace(replace(content,
  'mehrmals nacheinander eine falsche PIN. Auf diesem Weg startet er nichts mehr, bis Sie ihn wieder freigeben:',
  'mehrmals nacheinander eine falsche PIN vom selben Absender. Dieser startet auf diesem Weg nichts mehr, bis Sie ihn wieder freigeben:'),
  'Die anderen Wege sind nicht betroffen.', 'Andere Absender und Wege sind nicht betroffen.')
where identifier = 'trigger_locked';
update system_mails set content = replace(replace(content,
  'It starts nothing by this way any more until you unlock it:',
  'All came from the same sender, who can start nothing this way until you unlock it:'),
  'The other ways are not affected.', 'Other senders and ways are not affected.')
where identifier = 'trigger_locked';

-- What was typed at a registration counts for nothing: the confirmation sets the password, or an invitation does.
update users set password_hash = null where need_approval and not is_active and last_sign_in_at is null and roles = '{}';

-- What was written before the first seal was not protected by it.
alter table log_seals add column first_entries integer;
comment on column log_seals.first_entries is 'how many entries there were when the log was sealed first';
alter table log_seals add column first_at timestamptz;
comment on column log_seals.first_at is 'when the log was sealed first; a seal that was taken away and made again begins anew';
update log_seals set first_entries = entries, first_at = at;
