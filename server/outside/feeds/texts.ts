import type { PlainKind } from '#server/api/http/page.ts';
import type { Relation } from '#server/channels/publications/publish.ts';
import type { ByLanguage } from '#shared/label.ts';

/** Texts of the public pages in one language. */
export interface FeedTexts {
  heading: string;
  none: string;
  all: string;
  kinds: string;
  kind: Record<Exclude<Relation, 'new'>, string>;
  replaced: Record<Relation, string>;
  replacedLink: string;
  published: string;
  expires: (moment: string) => string;
  expired: string;
  subscribe: string;
  message: string;
  back: string;
  status: {
    heading: string;
    /** Precedes the time. */
    changed: string;
    /** For events without an event type. */
    event: string;
    earlier: (count: number) => string;
    subscribe: string;
    warnings: string;
  };
  imprint: string;
  privacy: string;
  plain: Record<PlainKind, { title: string; text: string }>;
  failureId: string;
}

const german: FeedTexts = {
  heading: 'Meldungen',
  none: 'Zurzeit gibt es keine Meldungen.',
  all: 'Alle Meldungen',
  kinds: 'Meldungen nach Ereignistyp',
  kind: { update: 'Korrektur', cancel: 'Entwarnung' },
  replaced: {
    new: 'Diese Meldung gilt nicht mehr.',
    update: 'Diese Meldung wurde berichtigt und gilt nicht mehr.',
    cancel: 'Zu dieser Meldung gibt es eine Entwarnung.',
  },
  replacedLink: 'Zur neuen Meldung',
  published: 'Veröffentlicht am',
  expires: (moment) => `Gilt bis ${moment}.`,
  expired: 'Diese Meldung ist abgelaufen.',
  subscribe: 'Abonnieren:',
  message: 'Warnung als CAP-Datei',
  back: 'Zu allen Meldungen',
  status: {
    heading: 'Aktuelle Meldungen',
    changed: 'Zuletzt geändert am',
    event: 'Ereignis',
    earlier: (count) => (count === 1 ? 'Eine frühere Meldung' : `${count} frühere Meldungen`),
    subscribe: 'Meldungen abonnieren',
    warnings: 'Warnungen (CAP)',
  },
  imprint: 'Impressum',
  privacy: 'Datenschutz',
  plain: {
    unknown: {
      title: 'Diese Seite gibt es nicht',
      text: 'Vielleicht ist die Adresse nicht vollständig, oder hier wird nichts mehr veröffentlicht.',
    },
    busy: { title: 'Bitte einen Moment warten', text: 'Bitte versuchen Sie es in einer Minute noch einmal.' },
    foreign: { title: 'Das geht hier nicht', text: 'Diese Seite kann nur gelesen werden.' },
    failed: { title: 'Das hat nicht geklappt', text: 'Bitte versuchen Sie es gleich noch einmal.' },
  },
  failureId: 'Kennung des Fehlers:',
};

const english: FeedTexts = {
  heading: 'Messages',
  none: 'There are no messages at the moment.',
  all: 'All messages',
  kinds: 'Messages by event type',
  kind: { update: 'Correction', cancel: 'All-clear' },
  replaced: {
    new: 'This message is no longer valid.',
    update: 'This message was corrected and is no longer valid.',
    cancel: 'The all-clear for this message has been sent.',
  },
  replacedLink: 'Go to the new message',
  published: 'Published on',
  expires: (moment) => `Valid until ${moment}.`,
  expired: 'This message has expired.',
  subscribe: 'Subscribe:',
  message: 'Warning as a CAP file',
  back: 'Go to all messages',
  status: {
    heading: 'Current messages',
    changed: 'Last changed on',
    event: 'Event',
    earlier: (count) => (count === 1 ? 'One earlier message' : `${count} earlier messages`),
    subscribe: 'Subscribe to messages',
    warnings: 'Warnings (CAP)',
  },
  imprint: 'Legal notice',
  privacy: 'Privacy',
  plain: {
    unknown: {
      title: 'This page does not exist',
      text: 'The address may be incomplete, or nothing is published here any more.',
    },
    busy: { title: 'Please wait a moment', text: 'Please try again in a minute.' },
    foreign: { title: 'This is not possible here', text: 'This page is read-only.' },
    failed: { title: 'Something went wrong', text: 'Please try again in a moment.' },
  },
  failureId: 'ID of the error:',
};

/** The words by language. */
export const feedTexts: ByLanguage<FeedTexts> = { de: german, en: english };
