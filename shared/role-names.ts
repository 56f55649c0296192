import type { Label } from './label.ts';
import type { Role } from './permissions.ts';

export const roleNames: Record<Role, Label> = {
  contact_manager: { de: 'Kontaktpflege', en: 'Contact manager' },
  mailing_list_manager: { de: 'Verteilerpflege', en: 'Mailing list manager' },
  crisis_manager: { de: 'Krisenmanagement', en: 'Crisis manager' },
  documentation_officer: { de: 'Dokumentation', en: 'Documentation officer' },
  editor: { de: 'Redaktion', en: 'Editor' },
  administrator: { de: 'Administration', en: 'Administrator' },
  system_owner: { de: 'Systemverantwortung', en: 'System owner' },
};

/** One-sentence descriptions of the roles, for administrators who assign them. */
export const roleTasks: Record<Role, Label> = {
  contact_manager: {
    de: 'Pflegt Personen und Kontaktgruppen, auch private Kontaktdaten.',
    en: 'Keeps people and contact groups, private contact data included.',
  },
  mailing_list_manager: {
    de: 'Pflegt Verteiler und ihre Stopplimits.',
    en: 'Keeps mailing lists and their stop limits.',
  },
  crisis_manager: {
    de: 'Löst Aktivierungen aus, sendet und gibt Nachrichten frei, führt Ereignisse.',
    en: 'Starts activations, sends and releases messages, runs events.',
  },
  documentation_officer: {
    de: 'Schreibt Lageberichte und das Einsatztagebuch, trägt Antworten ein.',
    en: 'Writes situation reports and the event log, records answers.',
  },
  editor: {
    de: 'Schreibt und sendet Meldungen an Beschäftigte, Öffentlichkeit und Presse.',
    en: 'Writes and sends reports to staff, public and press.',
  },
  administrator: {
    de: 'Verwaltet Benutzer, Kanäle, Texte und Einstellungen; archiviert und löscht Ereignisse.',
    en: 'Manages users, channels, texts and settings; archives and deletes events.',
  },
  system_owner: {
    de: 'Vergibt die Rollen Administration und Systemverantwortung; hat sonst keine eigenen Rechte.',
    en: 'Gives the roles administrator and system owner; has no other rights of its own.',
  },
};

export const isRole = (text: string): text is Role => Object.hasOwn(roleNames, text);
