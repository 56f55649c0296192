import { kind } from './kind.ts';

/** A monitor link by number. Its secret address opens the monitor without an account. */
type Link = { monitorLink: number };

/** Log texts about monitor links. */
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
