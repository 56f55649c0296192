/** Why somebody who was chosen gets nothing, or no more, without any attempt having failed; translated by the web. */
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
] as const;

/** One of them. */
export type RecipientReason = (typeof recipientReasons)[number];
