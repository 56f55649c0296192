import type { SystemMailIdentifier } from '#server/platform/jobs/system-mail-identifiers.ts';

/** Subject and content, plain text with placeholders. */
export interface SystemMailText {
  subject: string;
  content: string;
}

/** The mails whose texts stand in the file of their language; the others have a file of their own. */
export type CommonMail = Exclude<
  SystemMailIdentifier,
  'path_failing' | 'way_confirmation' | 'self_test' | 'drill_ended' | 'deadline_due' | 'task_overdue'
>;
