import type { IconWish } from './icons.ts';

type Colour = IconWish['colour'];
const icon = (drawing: IconWish['drawing'], colour: Colour = 'grey'): { icon: IconWish } => ({
  icon: { drawing, colour },
});
const onBoth = (drawing: IconWish['drawing'], colour: Colour = 'grey') => ({
  ...icon(drawing, colour),
  whiteIcon: { drawing, colour: 'white' as const },
});

/** Event statuses; the identifiers are fixed, the names can be changed. */
export const statuses = [
  { identifier: 'draft', name: 'Entwurf', nameEn: 'Draft' },
  { identifier: 'published', name: 'Veröffentlicht', nameEn: 'Published' },
  { identifier: 'archived', name: 'Archiviert', nameEn: 'Archived' },
];

/** Report types; `activation` carries the call of the crisis team. */
export const reportTypes = [
  {
    identifier: 'activation',
    name: 'Aktivierung',
    description: 'Ruft den Krisenstab ein.',
    requiresRelease: false,
    ...onBoth('alarm', 'red'),
  },
  {
    identifier: 'staff_information',
    name: 'Mitarbeiterinformation',
    description: 'Informiert die Belegschaft.',
    requiresRelease: false,
    ...onBoth('staff', 'blue'),
  },
  {
    identifier: 'public_information',
    name: 'Information der Öffentlichkeit',
    description: 'Informiert die Bevölkerung.',
    requiresRelease: false,
    ...onBoth('public', 'yellow'),
  },
  {
    identifier: 'press_release',
    name: 'Pressemitteilung',
    description: 'Informiert die Medien.',
    requiresRelease: true,
    ...onBoth('press', 'violet'),
  },
  {
    identifier: 'all_clear',
    name: 'Entwarnung',
    description: 'Beendet einen Einsatz.',
    requiresRelease: false,
    ...onBoth('allClear', 'green'),
  },
  {
    identifier: 'stand_down',
    name: 'Nicht mehr gebraucht',
    description: 'Sagt Gefragten, dass sie nicht mehr gebraucht werden. Nur das Programm schreibt sie.',
    requiresRelease: false,
    isActive: false, // nobody chooses it
    ...onBoth('handshake', 'green'),
  },
];

const channelType = (
  identifier: string,
  name: string,
  color: string,
  drawing: IconWish['drawing'],
  { many = true, isActive = true } = {},
) => ({ identifier, name, color, allowMoreMessage: many, isActive, ...onBoth(drawing) });

/** Channel types the program knows. */
export const channelTypes = [
  channelType('email', 'E-Mail', '#1e8dcb', 'mail'),
  channelType('sms', 'SMS', '#709000', 'phone'),
  channelType('voice', 'Sprachanruf', '#b31218', 'call', { many: false, isActive: false }),
  channelType('webpush', 'Push-Mitteilung', '#f2ae00', 'push'),
  channelType('chat', 'Chat', '#0b7285', 'staff'),
  channelType('social_media', 'Soziale Medien', '#1e8dcb', 'share', { many: false }),
  channelType('webfeed', 'Web-Feed', '#f2ae00', 'feed', { many: false }),
  channelType('cap', 'Warnmeldung (CAP)', '#b31218', 'warning', { many: false }),
  channelType('webhook', 'Webhook', '#495057', 'hook'),
  channelType('exercise', 'Nur zur Probe (Postfach)', '#6741d9', 'exercise'),
];

/** The channels every installation has: one keeps everything in the database, the other is ready to be switched on. */
export const channels = [
  {
    identifier: 'exercise',
    name: 'Nur zur Probe (Postfach)',
    description: 'Behält alle Nachrichten im Übungspostfach der Anwendung; nichts verlässt das Haus.',
    type: 'exercise',
    isActive: true,
  },
  {
    identifier: 'public_page',
    name: 'Öffentliche Seite',
    description:
      'Veröffentlicht auf einer Seite dieser Installation, auch als Atom und RSS. Zum Einschalten vorbereitet.',
    type: 'webfeed',
    isActive: false,
  },
];

/** Kinds of groups. */
export const groupTypes = [
  { identifier: 'crisis_team', name: 'Krisenstab', description: 'Führt in der Krise.', ...icon('alarm', 'red') },
  {
    identifier: 'staff_function',
    name: 'Stabsfunktion',
    description: 'Ein Sachgebiet des Krisenstabs, z. B. S3 Einsatz.',
    ...icon('groups', 'red'),
  },
  { identifier: 'department', name: 'Abteilung', description: 'Ein Bereich des Hauses.', ...icon('building', 'blue') },
  {
    identifier: 'on_call',
    name: 'Rufbereitschaft',
    description: 'Kommt außerhalb der Dienstzeit, in der Rufreihenfolge.',
    ...icon('clock', 'green'),
  },
  {
    identifier: 'partner',
    name: 'Externe Partner',
    description: 'Behörden und Dienstleister außerhalb des Hauses.',
    ...icon('handshake', 'yellow'),
  },
];

/** Kinds of mailing lists. */
export const listTypes = [
  { identifier: 'alarm', name: 'Alarmverteiler', description: 'Ruft Personal ein.', ...icon('alarm', 'red') },
  {
    identifier: 'information',
    name: 'Informationsverteiler',
    description: 'Informiert, ohne jemanden einzurufen.',
    ...icon('staff', 'blue'),
  },
  {
    identifier: 'situation_report',
    name: 'Lageberichtsverteiler',
    description: 'Erhält die Lageberichte.',
    ...icon('report', 'green'),
  },
  { identifier: 'press', name: 'Presseverteiler', description: 'Erreicht die Medien.', ...icon('press', 'violet') },
];

/** The kind of event for what none was prepared for: whoever alarms writes what happened, and where. */
export const generalAlarm = {
  type: {
    identifier: 'general',
    name: 'Sonstiger Alarm',
    description: 'Für alles, wofür nichts vorbereitet ist. Sie schreiben, was geschehen ist.',
  },
  icon: { drawing: 'alarm', colour: 'red' } satisfies IconWish,
  text: {
    name: 'Aktivierung: Sonstiger Alarm',
    content: [
      'Alarm: Bitte kommen Sie sofort.',
      'Alles Weitere erfahren Sie, wenn Sie da sind.',
      'Bitte antworten Sie gleich über den Link.',
    ].join('\n'),
  },
};

/** Kinds of snippets. */
export const snippetTypes = [
  { identifier: 'activation', name: 'Aktivierung', description: 'Ruft Personal ein.', ...icon('alarm', 'red') },
  {
    identifier: 'information',
    name: 'Information',
    description: 'Informiert Belegschaft, Öffentlichkeit oder Medien.',
    ...icon('staff', 'blue'),
  },
  {
    identifier: 'instruction',
    name: 'Verhaltenshinweis',
    description: 'Sagt, was jetzt zu tun und zu lassen ist.',
    ...icon('text', 'yellow'),
  },
  { identifier: 'all_clear', name: 'Entwarnung', description: 'Beendet einen Einsatz.', ...icon('allClear', 'green') },
  { identifier: 'closing', name: 'Schluss', description: 'Gruß und Ansprechpartner.', ...icon('signature') },
];

/** Entries of the side menu, shown in the order of their identifiers. */
export const sideMenus = [
  entry('010_home', 'Start', 'Home', '/', icon('home', 'green')),
  entry('020_events', 'Ereignisse', 'Events', '/events', icon('events', 'red')),
  entry('030_groups', 'Kontaktpersonen', 'Contacts', '/groups', icon('groups', 'blue')),
  entry('040_mailinglists', 'Verteiler', 'Mailing lists', '/mailinglists', icon('lists', 'yellow')),
  entry('050_exercise', 'Übungspostfach', 'Exercise mailbox', '/exercise-mailbox', icon('exercise', 'violet')),
  entry('060_separator', 'Verwaltung', 'Administration', '', { type: 'separator' }),
  entry('070_administration', 'Administration', 'Administration', '/administration', icon('settings')),
];

function entry(
  identifier: string,
  title: string,
  titleEn: string,
  link: string,
  more: { icon?: IconWish; type?: string },
) {
  return { identifier, title, titleEn, link, type: 'internal', ...more };
}
