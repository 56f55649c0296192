/** Reasons why a selected person gets nothing without a failed attempt. */
export const recipientReasons = [
  'absent',
  'all_clear',
  'answered',
  'discarded',
  'duplicate',
  'event_finished',
  'handed_over',
  'inactive',
  'invalid_address',
  'limit_reached',
  'no_address',
  'opted_out',
  'read_before',
  'stopped',
  'with_alarm',
] as const;

export type RecipientReason = (typeof recipientReasons)[number];
