import { momentsOf } from '#web/lib/days.ts';

/** The filters in the address; an empty string doesn't filter. */
export type AuditChoice = { search: string; type: string; action: string; by: string; from: string; to: string };

/** The filter for the API. */
export type AuditFilter = { [Name in keyof AuditChoice]: string | null };

/** Converts the choice for the API: days become moments in the installation's time zone, the last day included. */
export const auditFilter = (choice: AuditChoice, timeZone: string): AuditFilter => ({
  search: choice.search || null,
  type: choice.type || null,
  action: choice.action || null,
  by: choice.by ? `/api/v2/users/${choice.by}` : null,
  ...momentsOf(choice, timeZone),
});
