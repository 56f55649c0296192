-- A roll call: its answers state whether a person is safe or needs help, instead of whether they come.
alter table answer_options add column safety text;
alter table answer_options add constraint answer_options_safety_check
  check (safety is null or (safety in ('SAFE', 'NEEDS_HELP') and kind = 'NEUTRAL' and not ask_minutes)) not valid;
-- squawk-ignore constraint-missing-not-valid
alter table answer_options validate constraint answer_options_safety_check;
comment on column answer_options.safety is 'the meaning in a roll call, where all options have one; null in a question who comes';
