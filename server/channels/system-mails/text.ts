import type { SystemMailIdentifier } from '#server/platform/jobs/system-mail-identifiers.ts';

export interface SystemMailText {
  subject: string;
  content: string;
}

/** The mails without a file of their own. */
export type CommonMail = Exclude<
  SystemMailIdentifier,
  | 'path_failing'
  | 'way_confirmation'
  | 'self_test'
  | 'drill_ended'
  | 'responsible_left'
  | 'deadline_due'
  | 'task_overdue'
>;
