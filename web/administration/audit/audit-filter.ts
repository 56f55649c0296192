import { momentsOf } from '#web/lib/days.ts';

/** What the address narrows the audit log by; empty is not narrowed. */
export type AuditChoice = { search: string; type: string; action: string; by: string; from: string; to: string };

/** What the API takes. */
export type AuditFilter = { [Name in keyof AuditChoice]: string | null };

/** The choice as the API takes it: days become moments in the installation's time zone, the last one included. */
export const auditFilter = (choice: AuditChoice, timeZone: string): AuditFilter => ({
  search: choice.search || null,
  type: choice.type || null,
  action: choice.action || null,
  by: choice.by ? `/api/v2/users/${choice.by}` : null,
  ...momentsOf(choice, timeZone),
});
