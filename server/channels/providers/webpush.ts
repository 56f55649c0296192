import type { Adapter } from '#server/channels/channel.ts';
import { pushArrival } from '#server/channels/webpush/arrival.ts';
import { contactFault } from '#server/channels/webpush/contact.ts';
import { loadWebPushAhead, prepareWebPush } from '#server/channels/webpush/load-library.ts';
import { openLines, sendPush } from '#server/channels/webpush/send.ts';
import { knownServices } from '#server/channels/webpush/services.ts';
import type { RefusalKey } from '#shared/refusals.ts';

/** Notifications in browsers on phones and computers (RFC 8030, 8291, 8292). */
export default {
  type: 'webpush',
  label: { de: 'Mitteilungen im Browser (Web Push)', en: 'Notifications in the browser (Web Push)' },
  fields: [
    {
      name: 'contact',
      kind: 'text',
      required: true,
      maximum: 200,
      label: { de: 'E-Mail-Adresse für die Push-Dienste', en: 'E-mail address for the push services' },
      hint: {
        de: 'Unter ihr erreichen die Betreiber der Push-Dienste Sie bei Störungen. Schlüssel macht das Programm selbst.',
        en: 'The operators of the push services use it to contact you about problems. The program creates its keys itself.',
      },
    },
    {
      name: 'services',
      advanced: true,
      kind: 'text',
      required: true,
      maximum: 500,
      default: knownServices,
      label: { de: 'Push-Dienste', en: 'Push services' },
      hint: {
        de: 'Nur an diese Rechner wird gesendet; voreingestellt sind die Dienste der üblichen Browser.',
        en: 'The program sends only to these hosts. Default: the services of common browsers.',
      },
    },
  ],
  addresses: ['webpush'],
  shape: 'notice',
  cost: null,
  gives: { receipts: true, replies: false },
  arrives: pushArrival,
  check(settings): Record<string, RefusalKey> {
    const fault = contactFault(String(settings['contact'] ?? ''));
    return fault ? { contact: fault } : {};
  },
  slots: () => 20,
  open(settings, app) {
    const lines = openLines();
    prepareWebPush();
    return {
      prepare: loadWebPushAhead,
      send: (outgoing) => sendPush(app, settings, outgoing, lines),
      close: async () => lines.close(),
    };
  },
} satisfies Adapter;
