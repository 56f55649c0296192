/** The identifiers of system mails. */
export const systemMailIdentifiers = [
  'user_verification',
  'user_already_registered',
  'user_registered_notice',
  'user_approved',
  'user_rejected',
  'user_invitation',
  'password_reset',
  'password_changed',
  'totp_added',
  'totp_removed',
  'passkey_added',
  'passkey_removed',
  'passkey_copied',
  'new_device',
  'person_registration',
  'person_data_changed',
  'person_data_reported',
  'alarm_all_clear',
  'limit_not_reached',
  'message_release_request',
  'message_released',
  'message_rejected',
  'situation_report',
  'situation_report_approval_request',
  'situation_report_due',
  'deadline_due',
  'task_overdue',
  'import_result',
  'import_failed',
  'directory_stopped',
  'test_message',
  'opt_out_confirmation',
  'opt_in_confirmation',
  'webhook_disabled',
  'budget_warning',
  'path_failing',
  'drill_ended',
  'trigger_locked',
  'incoming_item',
  'way_confirmation',
  'self_test',
] as const;

/** The identifier of a system mail. */
export type SystemMailIdentifier = (typeof systemMailIdentifiers)[number];

/** Mails about an event: they stay in the exercise mailbox unless it is LIVE. */
export const eventMailIdentifiers = [
  'alarm_all_clear',
  'limit_not_reached',
  'message_release_request',
  'message_released',
  'message_rejected',
  'situation_report',
  'situation_report_approval_request',
  'situation_report_due',
  'deadline_due',
  'task_overdue',
] as const satisfies readonly SystemMailIdentifier[];

/** The identifier of a mail about an event. */
export type EventMailIdentifier = (typeof eventMailIdentifiers)[number];
