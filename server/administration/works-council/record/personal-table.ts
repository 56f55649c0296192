/** Why data is stored. */
export type Purpose = 'alarm' | 'contacts' | 'documentation' | 'accounts' | 'security' | 'operation';

/** Contacts, users, or both. */
export type Subjects = 'contacts' | 'users' | 'both';

/** When it is deleted. */
export type Keeping =
  | 'person'
  | 'event'
  | 'account'
  | 'session'
  | 'short'
  | 'security'
  | 'audit'
  | 'upload'
  | 'settings';

/** A category of personal data. */
export type Category =
  | 'identity'
  | 'contact'
  | 'membership'
  | 'availability'
  | 'preferences'
  | 'alarms'
  | 'answers'
  | 'presence'
  | 'content'
  | 'account'
  | 'access'
  | 'activity'
  | 'state';

/** `data`: personal columns by category, `technical`: others. */
export interface PersonalTable {
  purpose: Purpose;
  subjects: Subjects;
  keeping: Keeping;
  data: Partial<Record<Category, string>>;
  technical: string;
}
