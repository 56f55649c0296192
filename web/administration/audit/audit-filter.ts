import { fromLocalInput } from '#shared/zoned.ts';

/** What the address narrows the audit log by; empty is not narrowed. */
export type AuditChoice = { search: string; type: string; action: string; by: string; from: string; to: string };

/** What the API takes. */
export type AuditFilter = { [Name in keyof AuditChoice]: string | null };

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** The choice as the API takes it: days become moments in the installation's time zone, the last one included. */
export function auditFilter(choice: AuditChoice, timeZone: string): AuditFilter {
  const midnight = (day: string) =>
    /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? fromLocalInput(`${day}T00:00`, timeZone) : null;
  const isDay = midnight(choice.to) !== null;
  return {
    search: choice.search || null,
    type: choice.type || null,
    action: choice.action || null,
    by: choice.by ? `/api/v2/users/${choice.by}` : null,
    from: midnight(choice.from),
    to: isDay ? midnight(nextDay(choice.to)) : null,
  };
}

/** Whether anything is left out. */
export const isFiltered = (filter: AuditFilter): boolean => Object.values(filter).some((value) => value !== null);

/** Path of the same entries as a CSV file. */
export function auditCsvPath(filter: AuditFilter): string {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== null);
  const query = new URLSearchParams(given).toString();
  return `/api/v2/audit_entries.csv${query && `?${query}`}`;
}
