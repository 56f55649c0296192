/** Machine-readable class of a refusal (GraphQL extensions.code). */
export type RefusalCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'BAD_USER_INPUT'
  | 'CONFLICT'
  | 'RATE_LIMITED'
  | 'INTERNAL';

/** Every error key a user may be shown, with its class; the client translates it as apiMessage.<key>. */
export const refusals = {
  error_unauthenticated: 'UNAUTHENTICATED',
  error_session_expired: 'UNAUTHENTICATED',
  error_forbidden: 'FORBIDDEN',
  error_not_found: 'NOT_FOUND',
  error_invalid_input: 'BAD_USER_INPUT',
  error_required: 'BAD_USER_INPUT',
  error_too_long: 'BAD_USER_INPUT',
  error_invalid_id: 'BAD_USER_INPUT',
  error_invalid_date: 'BAD_USER_INPUT',
  error_page_size: 'BAD_USER_INPUT',
  error_invalid_cursor: 'BAD_USER_INPUT',
  error_unknown_order: 'BAD_USER_INPUT',
  error_query_too_large: 'BAD_USER_INPUT',
  error_too_many_requests: 'RATE_LIMITED',
  invalid_credentials: 'UNAUTHENTICATED',
  user_not_verified: 'FORBIDDEN',
  user_needs_approval: 'FORBIDDEN',
  user_inactive: 'FORBIDDEN',
  too_many_attempts: 'RATE_LIMITED',
  invalid_token: 'BAD_USER_INPUT',
  error_registration_closed: 'FORBIDDEN',
  error_invalid_email: 'BAD_USER_INPUT',
  error_invalid_phone: 'BAD_USER_INPUT',
  error_password_short: 'BAD_USER_INPUT',
  error_password_long: 'BAD_USER_INPUT',
  error_password_common: 'BAD_USER_INPUT',
  error_wrong_password: 'BAD_USER_INPUT',
  error_email_taken: 'CONFLICT',
  error_unknown_role: 'BAD_USER_INPUT',
  error_only_system_owner: 'FORBIDDEN',
  error_last_system_owner: 'CONFLICT',
  error_user_not_waiting: 'CONFLICT',
  error_file_type: 'BAD_USER_INPUT',
  error_file_svg: 'BAD_USER_INPUT',
  error_file_too_large: 'BAD_USER_INPUT',
  error_image_too_large: 'BAD_USER_INPUT',
  error_inactive: 'BAD_USER_INPUT',
  error_event_running: 'CONFLICT',
  error_event_not_running: 'CONFLICT',
  error_event_not_finished: 'CONFLICT',
  error_event_finished: 'CONFLICT',
  error_event_archived: 'CONFLICT',
  error_event_not_archived: 'CONFLICT',
  error_event_status: 'CONFLICT',
  error_mode_fixed: 'BAD_USER_INPUT',
  error_report_sent: 'CONFLICT',
  error_channel_used: 'CONFLICT',
  error_answer_options: 'BAD_USER_INPUT',
  error_message_already_sent: 'CONFLICT',
  error_message_over: 'CONFLICT',
  error_message_not_waiting: 'CONFLICT',
  error_message_empty: 'BAD_USER_INPUT',
  error_launch_key_reused: 'CONFLICT',
  error_no_recipients: 'BAD_USER_INPUT',
  error_no_drafts: 'CONFLICT',
  error_open_placeholders: 'BAD_USER_INPUT',
  error_channel_inactive: 'CONFLICT',
  error_no_answer_options: 'BAD_USER_INPUT',
  error_send_at_past: 'BAD_USER_INPUT',
  error_own_release: 'FORBIDDEN',
  error_nothing_to_retry: 'CONFLICT',
  error_answer_option: 'BAD_USER_INPUT',
  error_minutes: 'BAD_USER_INPUT',
  error_internal: 'INTERNAL',
} as const satisfies Record<string, RefusalCode>;

/** A key of `refusals`. */
export type RefusalKey = keyof typeof refusals;
