-- Whether anything of a message went out says the sum of its recipients by status; besides only those that it does not tell of.
create index message_recipients_apart on message_recipients (message_id) where maybe_duplicate or (superseded
  and status in ('pending', 'queued', 'sending', 'retrying', 'sent', 'delivered', 'read'));
