/** What a sender should know before a launch, though it does not stop it; translated by the web. */
export const preflightWarnings = [
  'warning_absent',
  'warning_absent_priority',
  'warning_already_asked',
  'warning_answer_until_past',
  'warning_answered',
  'warning_budget',
  'warning_channel_trouble',
  'warning_channel_without_recipients',
  'warning_content_empty',
  'warning_crisis_unreachable',
  'warning_event_starts',
  'warning_followed_under_way',
  'warning_inactive_chosen',
  'warning_installation_held',
  'warning_limit_infeasible',
  'warning_limit_unlikely',
  'warning_limit_unmeasured',
  'warning_nobody_on_duty',
  'warning_not_live',
  'warning_place_default',
  'warning_place_missing',
  'warning_requires_release',
  'warning_same_text',
  'warning_spared',
  'warning_text_long',
  'warning_type_differs',
  'warning_unreachable',
  'warning_what_missing',
] as const;

/** One of them. */
export type PreflightWarning = (typeof preflightWarnings)[number];
