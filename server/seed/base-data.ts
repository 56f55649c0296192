/** Event statuses; the identifiers are fixed, the names can be changed. */
export const statuses = [
  { identifier: 'draft', name: 'Entwurf', nameEn: 'Draft' },
  { identifier: 'published', name: 'Veröffentlicht', nameEn: 'Published' },
  { identifier: 'archived', name: 'Archiviert', nameEn: 'Archived' },
];

/** Report types; `activation` carries the call of the crisis team. */
export const reportTypes = [
  { identifier: 'activation', name: 'Aktivierung', description: 'Ruft den Krisenstab ein.' },
  { identifier: 'staff_information', name: 'Mitarbeiterinformation', description: 'Informiert die Belegschaft.' },
  {
    identifier: 'public_information',
    name: 'Information der Öffentlichkeit',
    description: 'Informiert die Bevölkerung.',
  },
  {
    identifier: 'press_release',
    name: 'Pressemitteilung',
    description: 'Informiert die Medien.',
    requiresRelease: true,
  },
  { identifier: 'all_clear', name: 'Entwarnung', description: 'Beendet einen Einsatz.' },
];

/** Channel types the program knows. */
export const channelTypes = [
  { identifier: 'email', name: 'E-Mail', color: '#1e8dcb', allowMoreMessage: true },
  { identifier: 'sms', name: 'SMS', color: '#709000', allowMoreMessage: true },
  { identifier: 'voice', name: 'Sprachanruf', color: '#b31218', isActive: false },
  { identifier: 'webpush', name: 'Push-Mitteilung', color: '#f2ae00', allowMoreMessage: true },
  { identifier: 'social_media', name: 'Soziale Medien', color: '#1e8dcb' },
  { identifier: 'webfeed', name: 'Web-Feed', color: '#f2ae00' },
  { identifier: 'cap', name: 'Warnmeldung (CAP)', color: '#b31218' },
  { identifier: 'webhook', name: 'Webhook', color: '#495057', allowMoreMessage: true },
  { identifier: 'exercise', name: 'Übungspostfach', color: '#6741d9', allowMoreMessage: true },
];

/** The channel every installation has; it keeps everything in the database. */
export const channels = [
  {
    identifier: 'exercise',
    name: 'Übungspostfach',
    description: 'Behält alle Nachrichten in der Anwendung; nichts verlässt das Haus.',
    type: 'exercise',
  },
];

const dataType = (
  id: number,
  identifier: string,
  fieldType: string,
  name: string,
  nameEn: string,
  flags: { isDefaultField?: boolean; isPrivate?: boolean } = {},
) => ({ id, identifier, fieldType, name, nameEn, sortOrder: id * 10, ...flags });

const shown = { isDefaultField: true };
const hidden = { isPrivate: true };

/** Person data types with their fixed ids: 1, 5, 8 and 15 are what a contact card shows. */
export const personDataTypes = [
  dataType(1, 'email_business', 'email', 'E-Mail (dienstlich)', 'E-mail (business)', shown),
  dataType(2, 'email_private', 'email', 'E-Mail (privat)', 'E-mail (private)', hidden),
  dataType(3, 'email_deputy', 'email', 'E-Mail (Vertretung)', 'E-mail (deputy)'),
  dataType(4, 'fax', 'fax', 'Fax', 'Fax'),
  dataType(5, 'mobile_business', 'phone_mobile', 'Mobil (dienstlich)', 'Mobile (business)', shown),
  dataType(6, 'mobile_private', 'phone_mobile', 'Mobil (privat)', 'Mobile (private)', hidden),
  dataType(7, 'pager', 'phone', 'Pager', 'Pager'),
  dataType(8, 'phone_business', 'phone', 'Telefon (dienstlich)', 'Phone (business)', shown),
  dataType(9, 'phone_private', 'phone', 'Telefon (privat)', 'Phone (private)', hidden),
  dataType(10, 'street', 'text', 'Straße', 'Street', hidden),
  dataType(11, 'zip', 'text', 'Postleitzahl', 'Postal code', hidden),
  dataType(12, 'city', 'text', 'Ort', 'City', hidden),
  dataType(13, 'country', 'text', 'Land', 'Country', hidden),
  dataType(14, 'organisation', 'text', 'Organisation', 'Organisation'),
  dataType(15, 'function', 'text', 'Funktion', 'Function', shown),
  dataType(16, 'department', 'text', 'Abteilung', 'Department'),
  dataType(17, 'language', 'language', 'Sprache', 'Language'),
  dataType(18, 'availability_note', 'textarea', 'Hinweis zur Erreichbarkeit', 'Availability note'),
];

/** Entries of the side menu, shown in the order of their identifiers. */
export const sideMenus = [
  { identifier: '010_home', title: 'Start', titleEn: 'Home', link: '/' },
  { identifier: '020_events', title: 'Ereignisse', titleEn: 'Events', link: '/events' },
  { identifier: '030_groups', title: 'Kontaktpersonen', titleEn: 'Contact persons', link: '/groups' },
  { identifier: '040_mailinglists', title: 'Verteiler', titleEn: 'Distributors', link: '/mailinglists' },
  { identifier: '050_exercise', title: 'Übungspostfach', titleEn: 'Exercise mailbox', link: '/exercise-mailbox' },
  { identifier: '060_separator', title: 'Verwaltung', titleEn: 'Administration', type: 'separator' },
  { identifier: '070_administration', title: 'Administration', titleEn: 'Administration', link: '/administration' },
];

/** Settings with their defaults; an absent value means "not set". */
export const settings = [
  ...['system_logo', 'system_logo_dark', 'favicon', 'mail_logo', 'imprint_url', 'privacy_url', 'map_style_url'],
  ...['organisation_name', 'retention_months', 'sms_budget_month'],
]
  .map((valueKey): { valueKey: string; valueStr: string | null } => ({ valueKey, valueStr: null }))
  .concat([
    { valueKey: 'system_name', valueStr: 'Meldekette' },
    { valueKey: 'default_language', valueStr: 'de' },
    { valueKey: 'time_zone', valueStr: 'Europe/Berlin' },
    { valueKey: 'default_country', valueStr: 'DE' },
    { valueKey: 'answer_wait_minutes', valueStr: '5' },
    { valueKey: 'undo_seconds', valueStr: '10' },
    { valueKey: 'registration_open', valueStr: 'true' },
    { valueKey: 'session_hours', valueStr: '12' },
    { valueKey: 'server_type', valueStr: 'test' },
  ]);
