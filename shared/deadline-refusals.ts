import type { RefusalCode } from './refusal-code.ts';

export const deadlineRefusals = {
  error_deadline_length: 'BAD_USER_INPUT',
  error_deadline_order: 'BAD_USER_INPUT',
  error_deadline_reported: 'CONFLICT',
  error_deadline_waived: 'CONFLICT',
  error_deadline_open: 'CONFLICT',
  error_deadline_future: 'BAD_USER_INPUT',
  error_deadline_early: 'BAD_USER_INPUT',
  error_deadline_progress: 'CONFLICT',
  error_event_deadlines: 'CONFLICT',
} as const satisfies Record<string, RefusalCode>;
