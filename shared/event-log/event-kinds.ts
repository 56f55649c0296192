import type { EventMode } from '#shared/event-mode.ts';
import type { ByLanguage } from '#shared/label.ts';
import { kind } from './kind.ts';

type Named = { name: string };
type Field = 'name' | 'description' | 'eventDate' | 'eventType' | 'location';

const modeMark: ByLanguage<Record<EventMode, string>> = {
  de: { LIVE: '', EXERCISE: ' (Übung)', TEST: ' (Test)' },
  en: { LIVE: '', EXERCISE: ' (exercise)', TEST: ' (test)' },
};

const fieldNames: ByLanguage<Record<Field, string>> = {
  de: { name: 'Name', description: 'Beschreibung', eventDate: 'Zeitpunkt', eventType: 'Ereignistyp', location: 'Ort' },
  en: { name: 'name', description: 'description', eventDate: 'time', eventType: 'event type', location: 'location' },
};

/** Log texts about the event itself. */
export const eventKinds = {
  event_created: kind<Named & { mode: EventMode; running: boolean }>({
    webhook: ({ running }) => (running ? 'event.started' : null),
    de: ({ name, mode }) => `Ereignis angelegt: ${name}${modeMark.de[mode]}`,
    en: ({ name, mode }) => `Event created: ${name}${modeMark.en[mode]}`,
  }),
  event_updated: kind<Named & { fields: Field[] }>({
    de: ({ fields }) => `Ereignis geändert: ${fields.map((field) => fieldNames.de[field]).join(', ')}`,
    en: ({ fields }) => `Event changed: ${fields.map((field) => fieldNames.en[field]).join(', ')}`,
  }),
  event_escalated: kind<Named & { activationEventType: string; activationEventTypeEn?: string | null }>({
    de: ({ activationEventType }) => `Aktivierung als ${activationEventType}`,
    en: ({ activationEventType }) => `Activation as ${activationEventType}`,
  }),
  event_started: kind<Named>({
    webhook: 'event.started',
    de: () => 'Ereignis gestartet',
    en: () => 'Event started',
  }),
  event_finished: kind<Named>({
    webhook: 'event.finished',
    de: () => 'Ereignis beendet',
    en: () => 'Event finished',
  }),
  event_continued: kind<Named>({
    webhook: 'event.continued',
    de: () => 'Ereignis fortgesetzt',
    en: () => 'Event continued',
  }),
  event_archived: kind<Named>({
    de: () => 'Ereignis archiviert',
    en: () => 'Event archived',
  }),
  event_restored: kind<Named>({
    de: () => 'Ereignis aus dem Archiv geholt',
    en: () => 'Event restored from the archive',
  }),
  event_deleted: kind<Named>({
    de: () => 'Ereignis gelöscht',
    en: () => 'Event deleted',
  }),
};
