import { type IconWish, onBoth, withIcon } from './icons.ts';

/** The identifiers are fixed, the names aren't. */
export const statuses = [
  { identifier: 'draft', name: 'Entwurf', nameEn: 'Draft' },
  { identifier: 'published', name: 'Veröffentlicht', nameEn: 'Published' },
  { identifier: 'archived', name: 'Archiviert', nameEn: 'Archived' },
];

/** Report types; `activation` alerts the crisis team. */
export const reportTypes = [
  {
    identifier: 'activation',
    name: 'Aktivierung',
    nameEn: 'Activation',
    description: 'Ruft den Krisenstab ein.',
    descriptionEn: 'Calls the crisis team in.',
    requiresRelease: false,
    ...onBoth('alarm', 'red'),
  },
  {
    identifier: 'staff_information',
    name: 'Mitarbeiterinformation',
    nameEn: 'Staff information',
    description: 'Informiert die Belegschaft.',
    descriptionEn: 'Informs the staff.',
    requiresRelease: false,
    ...onBoth('staff', 'blue'),
  },
  {
    identifier: 'public_information',
    name: 'Information der Öffentlichkeit',
    nameEn: 'Public information',
    description: 'Informiert die Bevölkerung.',
    descriptionEn: 'Informs the public.',
    requiresRelease: false,
    ...onBoth('public', 'yellow'),
  },
  {
    identifier: 'press_release',
    name: 'Pressemitteilung',
    nameEn: 'Press release',
    description: 'Informiert die Medien.',
    descriptionEn: 'Informs the media.',
    requiresRelease: true,
    ...onBoth('press', 'violet'),
  },
  {
    identifier: 'all_clear',
    name: 'Entwarnung',
    nameEn: 'All-clear',
    description: 'Beendet einen Einsatz.',
    descriptionEn: 'Ends an operation.',
    requiresRelease: false,
    ...onBoth('allClear', 'green'),
  },
  {
    identifier: 'stand_down',
    name: 'Nicht mehr gebraucht',
    nameEn: 'No longer needed',
    description: 'Sagt Gefragten, dass sie nicht mehr gebraucht werden. Nur das Programm schreibt sie.',
    descriptionEn: 'Tells those who were asked that they are no longer needed. Only the program writes it.',
    requiresRelease: false,
    isActive: false, // can't be chosen
    ...onBoth('handshake', 'green'),
  },
];

const channelType = (
  identifier: string,
  name: string,
  nameEn: string,
  color: string,
  drawing: IconWish['drawing'],
  { many = true, isActive = true } = {},
) => {
  const onColour = color === '#f2ae00' ? 'grey' : 'white';
  return { identifier, name, nameEn, color, allowMoreMessage: many, isActive, ...onBoth(drawing, 'grey', onColour) };
};

/** The supported channel types. */
export const channelTypes = [
  channelType('email', 'E-Mail', 'E-mail', '#1e8dcb', 'mail'),
  channelType('sms', 'SMS', 'SMS', '#709000', 'phone'),
  channelType('voice', 'Sprachanruf', 'Voice call', '#b31218', 'call', { many: false, isActive: false }),
  channelType('webpush', 'Push-Mitteilung', 'Push notification', '#f2ae00', 'push'),
  channelType('chat', 'Chat', 'Chat', '#0b7285', 'staff'),
  channelType('social_media', 'Soziale Medien', 'Social media', '#1e8dcb', 'share', { many: false }),
  channelType('webfeed', 'Web-Feed', 'Web feed', '#f2ae00', 'feed', { many: false }),
  channelType('cap', 'Warnmeldung (CAP)', 'Public warning (CAP)', '#b31218', 'warning', { many: false }),
  channelType('webhook', 'Webhook', 'Webhook', '#495057', 'hook'),
  channelType('exercise', 'Nur zur Probe (Postfach)', 'For practice only (mailbox)', '#6741d9', 'exercise'),
];

/** The channels of every installation: the exercise mailbox, and one to switch on. */
export const channels = [
  {
    identifier: 'exercise',
    name: 'Nur zur Probe (Postfach)',
    nameEn: 'For practice only (mailbox)',
    description: 'Behält alle Nachrichten im Übungspostfach der Anwendung; nichts verlässt das Haus.',
    descriptionEn: 'Keeps all messages in the exercise mailbox of the application; nothing leaves it.',
    type: 'exercise',
    isActive: true,
  },
  {
    identifier: 'public_page',
    name: 'Öffentliche Seite',
    nameEn: 'Public page',
    description:
      'Veröffentlicht auf einer Seite dieser Installation, auch als Atom und RSS. Zum Einschalten vorbereitet.',
    descriptionEn: 'Publishes on a page of this installation, also as Atom and RSS. Ready to be switched on.',
    type: 'webfeed',
    isActive: false,
  },
];

/** For unprepared occurrences, described by the author. */
export const generalAlarm = {
  type: {
    identifier: 'general',
    name: 'Sonstiger Alarm',
    nameEn: 'Other alarm',
    description: 'Für alles, wofür nichts vorbereitet ist. Sie schreiben, was geschehen ist.',
    descriptionEn: 'For everything that nothing is prepared for. You write what happened.',
  },
  icon: { drawing: 'alarm', colour: 'red' } satisfies IconWish,
  text: {
    name: 'Aktivierung: Sonstiger Alarm',
    nameEn: 'Activation: Other alarm',
    content: 'Bitte kommen Sie sofort.', // the description follows
    contentEn: 'Please come at once.',
  },
};

/** In the order of their identifiers. */
export const sideMenus = [
  entry('010_home', 'Start', 'Home', '/', withIcon('home', 'green')),
  entry('020_events', 'Ereignisse', 'Events', '/events', withIcon('events', 'red')),
  entry('030_groups', 'Kontaktpersonen', 'Contacts', '/groups', withIcon('groups', 'blue')),
  entry('040_duties', 'Dienste', 'Duties', '/duties', withIcon('duties', 'blue')),
  entry('050_call_list', 'Anrufliste', 'Call list', '/offline', withIcon('call', 'green')),
  entry('060_mailinglists', 'Verteiler', 'Mailing lists', '/mailinglists', withIcon('lists', 'yellow')),
  entry('070_exercise', 'Übungspostfach', 'Exercise mailbox', '/exercise-mailbox', withIcon('exercise', 'violet')),
  entry('080_separator', 'Verwaltung', 'Administration', '', { type: 'separator' }),
  entry('090_administration', 'Administration', 'Administration', '/administration', withIcon('settings')),
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
