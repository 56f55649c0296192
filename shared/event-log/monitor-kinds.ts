import { kind } from './kind.ts';

/** The link by number: who knows its address sees the monitor without an account. */
type Link = { monitorLink: number };

/** What the log says about the links to an event's monitor. */
export const monitorKinds = {
  monitor_link_created: kind<Link>({
    de: () => 'Link zum Monitor erstellt',
    en: () => 'Link to the monitor created',
  }),
  monitor_link_revoked: kind<Link>({
    de: () => 'Link zum Monitor zurückgezogen',
    en: () => 'Link to the monitor revoked',
  }),
};
