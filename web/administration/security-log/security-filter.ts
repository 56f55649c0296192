import { momentsOf } from '#web/lib/days.ts';

/** The filters in the address; an empty string doesn't filter. */
export type SecurityChoice = { search: string; kind: string; user: string; network: string; from: string; to: string };

/** The filter for the API. */
export type SecurityFilter = { [Name in keyof SecurityChoice]: string | null };

/** Converts the choice for the API: days become moments in the installation's time zone, the last day included. */
export const securityFilter = (choice: SecurityChoice, timeZone: string): SecurityFilter => ({
  search: choice.search || null,
  kind: choice.kind || null,
  user: choice.user ? `/api/v2/users/${choice.user}` : null,
  network: choice.network || null,
  ...momentsOf(choice, timeZone),
});
