import { type SystemMailIdentifier, systemMailIdentifiers } from '#server/platform/jobs/system-mail-identifiers.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import { defaultLanguage } from '#shared/languages.ts';
import { placeholdersIn } from '#shared/placeholders.ts';
import { systemMailTexts } from './texts.ts';

const samples: ByLanguage<Record<string, string>> = {
  de: {
    'author.name': 'Sabine Beispiel',
    'budget.limit': '200 EUR',
    'budget.percent': '82',
    'budget.spent': '164.5 EUR',
    'channel.name': 'E-Mail',
    changes: 'Mobil (dienstlich): 0151 23456789',
    'device.name': 'Firefox, Windows',
    'device.network': '192.0.2.17',
    'directory.name': 'Active Directory',
    'directory.reason': 'Zu viele Personen würden abgeschaltet. Es wurde nichts geändert.',
    'drill.name': 'Stromausfall',
    'drill.result': 'Personen im Verteiler: 12\nGefragt: 12\nÜbergeben: 12\nGeantwortet: 9\nKommen: 7',
    'event.name': 'Stromausfall im Haupthaus',
    'file.name': 'kontakte.csv',
    'group.name': 'Krisenstab',
    'import.created': '12',
    'import.failed': '1',
    'import.unchanged': '230',
    'import.updated': '7',
    'limit.needed': '5',
    'limit.reached': '3',
    'item.title': 'Sturmböen ab 18 Uhr',
    'passkey.name': 'iPhone',
    'person.firstName': 'Max',
    'person.lastName': 'Mustermann',
    'person.title': 'Dr.',
    'plan.name': 'Stromausfall',
    reason: 'Bitte nennen Sie den Treffpunkt.',
    'registered.email': 'neu@example.org',
    'registered.name': 'Nina Neu',
    'report.due': '04.05.2026, 16:30',
    'report.number': '3',
    'report.title': 'Einberufung des Krisenstabs',
    'source.name': 'Wetterwarnungen',
    'task.text': 'Notstrom prüfen',
    'trigger.name': 'Brandalarm',
    'trigger.way': 'SMS',
    'webhook.name': 'Leitstelle',
  },
  en: {
    'author.name': 'Sabine Sample',
    'budget.limit': '200 EUR',
    'budget.percent': '82',
    'budget.spent': '164.5 EUR',
    'channel.name': 'E-mail',
    changes: 'Mobile (business): 0151 23456789',
    'device.name': 'Firefox, Windows',
    'device.network': '192.0.2.17',
    'directory.name': 'Active Directory',
    'directory.reason': 'Too many people would be switched off. Nothing was changed.',
    'drill.name': 'Power failure',
    'drill.result': 'People on the lists: 12\nAsked: 12\nHanded over: 12\nAnswered: 9\nComing: 7',
    'event.name': 'Power cut in the main building',
    'file.name': 'contacts.csv',
    'group.name': 'Crisis team',
    'import.created': '12',
    'import.failed': '1',
    'import.unchanged': '230',
    'import.updated': '7',
    'limit.needed': '5',
    'limit.reached': '3',
    'item.title': 'Gusts of wind from 6 p.m.',
    'passkey.name': 'iPhone',
    'person.firstName': 'Max',
    'person.lastName': 'Mustermann',
    'person.title': 'Dr.',
    'plan.name': 'Power failure',
    reason: 'Please name the meeting point.',
    'registered.email': 'new@example.org',
    'registered.name': 'Nina New',
    'report.due': '4 May 2026, 16:30',
    'report.number': '3',
    'report.title': 'Calling in the crisis team',
    'source.name': 'Weather warnings',
    'task.text': 'Check the emergency power',
    'trigger.name': 'Fire alarm',
    'trigger.way': 'SMS',
    'webhook.name': 'Control room',
  },
};

/** Returns sample values for any mail. */
export const sampleValues = (language: string): Record<string, string> => textIn(samples, language);

const always = ['now', 'organisation.name', 'privacy.url', 'system.name'];
const families = { user: ['firstName', 'lastName', 'email'], person: ['firstName', 'lastName', 'title'] };

export const isSystemMail = (identifier: string): identifier is SystemMailIdentifier =>
  (systemMailIdentifiers as readonly string[]).includes(identifier);

export function placeholdersOf(identifier: string): string[] {
  if (!isSystemMail(identifier)) return always;
  const { subject, content } = systemMailTexts[defaultLanguage][identifier];
  const used = placeholdersIn(`${subject} ${content}`);
  const related = Object.entries(families).flatMap(([family, names]) =>
    used.some((name) => name.startsWith(`${family}.`)) ? names.map((name) => `${family}.${name}`) : [],
  );
  return [...new Set([...always, ...used, ...related])].sort((a, b) => (a < b ? -1 : 1));
}

const withToken: readonly SystemMailIdentifier[] = [
  'user_verification',
  'user_invitation',
  'password_reset',
  'person_registration',
  'way_confirmation',
  'self_test',
];

/** Returns the placeholders without which a mail is useless. */
export const requiredPlaceholders = (identifier: string): string[] =>
  isSystemMail(identifier) && withToken.includes(identifier) ? ['link'] : [];
