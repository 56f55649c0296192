-- when whoever called was told what became of it; the telling is as sure as the message that was taken
alter table trigger_calls add column answered_at timestamptz;
