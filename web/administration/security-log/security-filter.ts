import { momentsOf } from '#web/lib/days.ts';

/** What the address narrows the security log by; empty is not narrowed. */
export type SecurityChoice = { search: string; kind: string; user: string; network: string; from: string; to: string };

/** What the API takes. */
export type SecurityFilter = { [Name in keyof SecurityChoice]: string | null };

/** The choice as the API takes it: days become moments in the installation's time zone, the last one included. */
export const securityFilter = (choice: SecurityChoice, timeZone: string): SecurityFilter => ({
  search: choice.search || null,
  kind: choice.kind || null,
  user: choice.user ? `/api/v2/users/${choice.user}` : null,
  network: choice.network || null,
  ...momentsOf(choice, timeZone),
});
