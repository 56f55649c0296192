import type { ByLanguage } from '#shared/label.ts';

export interface DeviceTexts {
  name: string;
  title: string;
  text: string;
  none: string;
  on: string;
  unable: string;
  denied: string;
  failed: string;
  used: (moment: string) => string;
  unused: (moment: string) => string;
  refused: string;
  test: string;
  end: string;
  added: string;
  full: string;
  ended: string;
  tested: string;
  notTested: string;
}

/** The texts by language. */
export const deviceTexts: ByLanguage<DeviceTexts> = {
  de: {
    name: 'Gerät für Mitteilungen',
    title: 'Mitteilungen auf Ihren Geräten',
    text: 'Alarme können auf diesem Gerät als Mitteilung erscheinen, auch wenn es gesperrt ist, und dort beantwortet werden.',
    none: 'Noch kein Gerät empfängt Mitteilungen.',
    on: 'Mitteilungen auf diesem Gerät einschalten',
    unable:
      'Dieser Browser kann keine Mitteilungen empfangen. Auf dem iPhone fügen Sie diese Seite zuerst dem Home-Bildschirm hinzu und öffnen sie dort.',
    denied: 'Der Browser erlaubt dieser Seite keine Mitteilungen. Bitte erlauben Sie sie in seinen Einstellungen.',
    failed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
    used: (moment) => `zuletzt benutzt am ${moment}`,
    unused: (moment) => `eingeschaltet am ${moment}, noch nicht benutzt`,
    refused:
      'Der Push-Dienst dieses Browsers nimmt nichts mehr an. Bitte schalten Sie die Mitteilungen auf dem Gerät noch einmal ein.',
    test: 'Testbenachrichtigung an dieses Gerät',
    end: 'Gerät entfernen',
    added: 'Mitteilungen sind auf diesem Gerät eingeschaltet.',
    full: 'Es sind schon so viele Geräte eingetragen, wie möglich sind. Bitte entfernen Sie zuerst eines.',
    ended: 'Das Gerät empfängt keine Mitteilungen mehr.',
    tested: 'Die Testbenachrichtigung ist unterwegs und erscheint gleich auf dem Gerät.',
    notTested: 'Die Testbenachrichtigung konnte nicht gesendet werden. Vielleicht ist das Gerät nicht mehr erreichbar.',
  },
  en: {
    name: 'Device for notifications',
    title: 'Notifications on your devices',
    text: 'Alarms can appear as notifications on this device, even while it is locked. You can answer them there.',
    none: 'No device receives notifications yet.',
    on: 'Switch on notifications on this device',
    unable:
      'This browser cannot receive notifications. On an iPhone, add this page to the home screen first and open it there.',
    denied: 'The browser does not allow this page to notify you. Please allow it in its settings.',
    failed: 'Something went wrong. Please try again.',
    used: (moment) => `last used ${moment}`,
    unused: (moment) => `switched on ${moment}, not used yet`,
    refused:
      'This browser’s push service no longer accepts notifications. Please switch notifications on again on this device.',
    test: 'Test notification to this device',
    end: 'Remove device',
    added: 'Notifications are now on for this device.',
    full: 'The maximum number of devices is reached. Please remove one first.',
    ended: 'The device no longer receives notifications.',
    tested: 'The test notification is on its way and will appear on the device shortly.',
    notTested: 'The test notification could not be sent. The device may no longer be reachable.',
  },
};
