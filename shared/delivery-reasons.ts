/** Why a recipient was not reached (or not at once), as delivery and its channels say it; translated by the web. */
export const deliveryReasons = [
  'address_invalid',
  'address_unknown',
  'answering_machine',
  'callback_replaced',
  'callback_unreachable',
  'channel_credentials',
  'channel_limit',
  'channel_misconfigured',
  'channel_refused',
  'channel_tls',
  'channel_unreachable',
  'connection_lost',
  'deadline',
  'exercise_only',
  'line_busy',
  'mailbox_full',
  'mailbox_missing',
  'mails_set_aside',
  'message_rejected',
  'message_too_large',
  'no_answer',
  'outcome_unknown',
  'recipient_deferred',
  'render_failed',
  'unconfirmed',
  'undelivered',
  'worker_crashed',
] as const;

/** One of them. */
export type DeliveryReason = (typeof deliveryReasons)[number];
