import { kind } from './kind.ts';

/** A link by number; its address is secret. */
type Link = { monitorLink: number };

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
