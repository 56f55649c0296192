import type { Label } from './label.ts';
import type { Role } from './permissions.ts';

/** The roles as people call them. */
export const roleNames: Record<Role, Label> = {
  contact_manager: { de: 'Kontaktpflege', en: 'Contact manager' },
  mailing_list_manager: { de: 'Verteilerpflege', en: 'Mailing list manager' },
  crisis_manager: { de: 'Krisenmanagement', en: 'Crisis manager' },
  documentation_officer: { de: 'Dokumentation', en: 'Documentation officer' },
  editor: { de: 'Redaktion', en: 'Editor' },
  administrator: { de: 'Administration', en: 'Administrator' },
  system_owner: { de: 'Systemverantwortung', en: 'System owner' },
};

/** Whether a text is one of the roles. */
export const isRole = (text: string): text is Role => Object.hasOwn(roleNames, text);
