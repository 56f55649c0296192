import type { RefusalKey } from '#shared/refusals.ts';
import { type Count, kind } from './kind.ts';

/** The message with its title and the name of its channel. */
type Message = { message: number; title: string; channel: string };

/** `recipients` is null where a message is posted and goes to nobody by name. */
type Launch = Message & { recipients: number | null; suppressed: number; withoutRelease: boolean };

/** The names of the lists and groups; people by number only, since erasing takes their names away everywhere. */
type Choice = Message & { lists: string[]; groups: string[]; people: number };

const chosen = ({ lists, groups, people }: Choice, count: Count, [one, many, nobody]: [string, string, string]) =>
  [...lists, ...groups, ...(people ? [count(people, one, many)] : [])].join(', ') || nobody;

/** What the log says about messages. */
export const messageKinds = {
  message_edited: kind<Message>({
    de: ({ title, channel }) => `Nachricht geändert: ${title} (${channel})`,
    en: ({ title, channel }) => `Message changed: ${title} (${channel})`,
  }),
  message_deleted: kind<Message>({
    de: ({ title, channel }) => `Nachricht gelöscht: ${title} (${channel})`,
    en: ({ title, channel }) => `Message deleted: ${title} (${channel})`,
  }),
  recipients_changed: kind<Choice>({
    de: (data, count) =>
      `Empfänger gewählt für ${data.title} (${data.channel}): ${chosen(data, count, ['Person', 'Personen', 'niemand'])}`,
    en: (data, count) =>
      `Recipients chosen for ${data.title} (${data.channel}): ${chosen(data, count, ['person', 'people', 'nobody'])}`,
  }),
  message_pending_approval: kind<Message & { sendAt: string | null }>({
    de: ({ title, channel }) => `Nachricht wartet auf Freigabe: ${title} (${channel})`,
    en: ({ title, channel }) => `Message waits for release: ${title} (${channel})`,
  }),
  message_released: kind<Message>({
    de: ({ title, channel }) => `Nachricht freigegeben: ${title} (${channel})`,
    en: ({ title, channel }) => `Message released: ${title} (${channel})`,
  }),
  message_rejected: kind<Message & { reason: string }>({
    de: ({ title, channel, reason }) => `Nachricht nicht freigegeben (${reason}): ${title} (${channel})`,
    en: ({ title, channel, reason }) => `Message not released (${reason}): ${title} (${channel})`,
  }),
  message_scheduled: kind<Message & { sendAt: string; withoutRelease: boolean }>({
    de: ({ title, channel, withoutRelease }) =>
      `Nachricht ist geplant${withoutRelease ? ', OHNE FREIGABE' : ''}: ${title} (${channel})`,
    en: ({ title, channel, withoutRelease }) =>
      `Message is planned${withoutRelease ? ', WITHOUT RELEASE' : ''}: ${title} (${channel})`,
  }),
  message_launched: kind<Launch>({
    webhook: 'message.launched',
    de: ({ title, channel, recipients, suppressed, withoutRelease }, count) => {
      const reach =
        recipients === null ? '' : ` an ${count(recipients)} Empfänger (${count(suppressed)} nicht erreichbar)`;
      return `Nachricht ${withoutRelease ? 'OHNE FREIGABE ' : ''}gesendet: ${title} über ${channel}${reach}`;
    },
    en: ({ title, channel, recipients, suppressed, withoutRelease }, count) => {
      const people = recipients === null ? '' : ` to ${count(recipients, 'recipient', 'recipients')}`;
      const reach = people && `${people} (${count(suppressed)} not reachable)`;
      return `Message sent${withoutRelease ? ' WITHOUT RELEASE' : ''}: ${title} by ${channel}${reach}`;
    },
  }),
  message_handed_over: kind<Message & { people: number }>({
    webhook: 'message.launched',
    de: ({ title, channel, people }, count) =>
      `Alarm übergeben: ${title} über ${channel} an ${count(people, 'Person', 'Personen')}, die kein gewählter Kanal erreicht`,
    en: ({ title, channel, people }, count) =>
      `Alarm handed over: ${title} by ${channel} to ${count(people, 'person', 'people')} whom no chosen channel reaches`,
  }),
  stand_down: kind<Message & { people: number }>({
    webhook: 'message.launched',
    de: ({ title, channel, people }, count) =>
      `Nicht mehr Gebrauchte bekommen Bescheid: ${title} über ${channel} an ${count(people, 'Person', 'Personen')}`,
    en: ({ title, channel, people }, count) =>
      `Those not needed are told: ${title} by ${channel} to ${count(people, 'person', 'people')}`,
  }),
  stand_down_switched: kind<{ report: number; title: string; on: boolean }>({
    de: ({ title, on }) => `${title}: Wer nicht mehr gebraucht wird, bekommt ${on ? 'Bescheid' : 'keinen Bescheid'}`,
    en: ({ title, on }) => `${title}: those not needed are ${on ? '' : 'not '}told`,
  }),
  message_relaunched: kind<Message & { recipients: number }>({
    webhook: 'message.launched',
    de: ({ title, channel, recipients }, count) =>
      `Nachricht erneut gesendet: ${title} über ${channel} an ${count(recipients, 'nicht erreichten', 'nicht erreichte')} Empfänger`,
    en: ({ title, channel, recipients }, count) =>
      `Message sent again: ${title} by ${channel} to ${count(recipients, 'recipient who was', 'recipients who were')} not reached`,
  }),
  message_stopped: kind<Message & { cancelled: number }>({
    webhook: 'message.stopped',
    de: ({ title, channel, cancelled }, count) =>
      `Nachricht gestoppt: ${title} (${channel}); ${count(cancelled)} Empfänger nicht mehr benachrichtigt`,
    en: ({ title, channel, cancelled }, count) =>
      `Message stopped: ${title} (${channel}); ${count(cancelled, 'recipient', 'recipients')} no longer notified`,
  }),
  message_finished: kind<
    Message & { status: string; sent: number; failed: number; suppressed: number; skipped: number }
  >({
    webhook: 'message.finished',
    de: ({ title, channel, sent, failed }, count) =>
      `Nachricht abgeschlossen: ${title} (${channel}); ${count(sent)} gesendet, ${count(failed)} fehlgeschlagen`,
    en: ({ title, channel, sent, failed }, count) =>
      `Message completed: ${title} (${channel}); ${count(sent)} sent, ${count(failed)} failed`,
  }),
  message_unsendable: kind<Message & { error: RefusalKey }>({
    webhook: 'message.finished',
    de: ({ title, channel }) => `Geplante Nachricht konnte nicht gesendet werden: ${title} (${channel})`,
    en: ({ title, channel }) => `Planned message could not be sent: ${title} (${channel})`,
  }),
};
