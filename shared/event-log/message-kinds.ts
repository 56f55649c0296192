import type { RefusalKey } from '#shared/refusals.ts';
import { type Count, kind } from './kind.ts';

/** A message with its title and channel name. */
type Message = { message: number; title: string; channel: string; channelEn?: string | null };

/**
 * Recipient figures of a launch:
 * - `recipients`: null for a posted message.
 * - `reserve`: people to ask only if others don't come.
 * - `answered`: people who had answered the report.
 * - `spared`: people not needed, because enough others come. Older entries include `answered`.
 *
 * Erasing removes names, so people appear by number.
 */
type Launch = Message & {
  recipients: number | null;
  reserve: number;
  answered?: number;
  spared?: number;
  suppressed: number;
  withoutRelease: boolean;
  lists: string[];
  groups: string[];
  people: number;
  /** Set if a live launch went only to the exercise mailbox. */
  onlyMailbox?: boolean;
};

/** Returns the selected audience, and how many people receive nothing. */
function chosen(
  { lists, groups, people, suppressed, answered = 0, spared = 0 }: Launch,
  count: Count,
  words: Record<'one' | 'many' | 'unreachable' | 'hasAnswered' | 'haveAnswered' | 'spared', string>,
) {
  const names = [...lists, ...groups, ...(people ? [count(people, words.one, words.many)] : [])].join(', ');
  const none = [
    suppressed ? `${count(suppressed)} ${words.unreachable}` : '',
    answered ? count(answered, words.hasAnswered, words.haveAnswered) : '',
    spared ? `${count(spared)} ${words.spared}` : '',
  ];
  const parts = [names, none.filter(Boolean).join(', ')].filter(Boolean);
  return parts.length ? ` (${parts.join('; ')})` : '';
}

/** Log texts about messages. */
export const messageKinds = {
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
    de: (launch, count) => {
      const { title, channel, recipients, reserve, withoutRelease, onlyMailbox } = launch;
      const loud = withoutRelease ? ' OHNE FREIGABE' : '';
      if (recipients === null) return `Nachricht${loud} gesendet: ${title} über ${channel}`;
      const asked = recipients === reserve ? 'niemanden' : count(recipients - reserve, 'Person', 'Personen');
      const rest = reserve ? `, ${count(reserve)} in Reserve` : '';
      const words = {
        ...{ one: 'Person', many: 'Personen', unreachable: 'nicht erreichbar', spared: 'nicht mehr gebraucht' },
        ...{ hasAnswered: 'hat schon geantwortet', haveAnswered: 'haben schon geantwortet' },
      };
      return `Nachricht${loud} über ${channel} an ${asked} gesendet${rest}: ${title}${chosen(launch, count, words)}${onlyMailbox ? ' – nur im Übungspostfach, niemand wurde benachrichtigt' : ''}`;
    },
    en: (launch, count) => {
      const { title, channel, recipients, reserve, withoutRelease, onlyMailbox } = launch;
      const loud = withoutRelease ? ' WITHOUT RELEASE' : '';
      if (recipients === null) return `Message sent${loud}: ${title} by ${channel}`;
      const asked = recipients === reserve ? 'no one' : count(recipients - reserve, 'person', 'people');
      const rest = reserve ? `, ${count(reserve)} in reserve` : '';
      const words = {
        ...{ one: 'person', many: 'people', unreachable: 'not reachable', spared: 'no longer needed' },
        ...{ hasAnswered: 'has already answered', haveAnswered: 'have already answered' },
      };
      return `Message sent${loud} by ${channel} to ${asked}${rest}: ${title}${chosen(launch, count, words)}${onlyMailbox ? ' – in the exercise mailbox only, no one was notified' : ''}`;
    },
  }),
  nobody_on_duty: kind<{ report: number; group: string; groupId: number }>({
    webhook: 'duty.gap',
    de: ({ group }) => `${group}: niemand im Dienst, der erreicht wird`,
    en: ({ group }) => `${group}: no reachable person on duty`,
  }),
  message_handed_over: kind<Message & { people: number; reserve?: number; insteadOf?: string }>({
    webhook: 'message.launched',
    de: ({ title, channel, people, reserve = 0, insteadOf }, count) => {
      const rest = reserve ? `, ${count(reserve)} in Reserve` : '';
      if (people === reserve) return `Alarm an niemanden übergeben: ${title} über ${channel}${rest}`;
      const asked = count(people - reserve, 'Person', 'Personen');
      if (insteadOf) return `Alarm übergeben: ${title} über ${channel} statt ${insteadOf} an ${asked}`;
      return `Alarm übergeben: ${title} über ${channel} an ${asked}, die kein gewählter Kanal erreicht${rest}`;
    },
    en: ({ title, channel, people, reserve = 0, insteadOf }, count) => {
      const rest = reserve ? `, ${count(reserve)} in reserve` : '';
      if (people === reserve) return `Alarm handed over to no one: ${title} by ${channel}${rest}`;
      const asked = count(people - reserve, 'person', 'people');
      if (insteadOf) return `Alarm handed over: ${title} by ${channel} instead of ${insteadOf} to ${asked}`;
      return `Alarm handed over: ${title} by ${channel} to ${asked} not reached by any chosen channel${rest}`;
    },
  }),
  stand_down: kind<Message & { people: number }>({
    webhook: 'message.launched',
    de: ({ title, channel, people }, count) =>
      `Nicht mehr Gebrauchte bekommen Bescheid: ${title} über ${channel} an ${count(people, 'Person', 'Personen')}`,
    en: ({ title, channel, people }, count) =>
      `People no longer needed are informed: ${title} by ${channel} to ${count(people, 'person', 'people')}`,
  }),
  stand_down_switched: kind<{ report: number; title: string; on: boolean }>({
    de: ({ title, on }) => `${title}: Wer nicht mehr gebraucht wird, bekommt ${on ? 'Bescheid' : 'keinen Bescheid'}`,
    en: ({ title, on }) => `${title}: people no longer needed are ${on ? '' : 'not '}informed`,
  }),
  message_relaunched: kind<Message & { recipients: number }>({
    webhook: 'message.launched',
    de: ({ title, channel, recipients }, count) =>
      `Nachricht erneut gesendet: ${title} über ${channel} an ${count(recipients, 'nicht erreichten', 'nicht erreichte')} Empfänger`,
    en: ({ title, channel, recipients }, count) =>
      `Message sent again: ${title} by ${channel} to ${count(recipients, 'recipient who was', 'recipients who were')} not reached`,
  }),
  follow_up_late: kind<Message & { people: number }>({
    webhook: 'message.launched',
    de: ({ title, channel, people }, count) =>
      `Nachgereicht: ${title} über ${channel} an ${count(people, 'Person', 'Personen')}, da die erste Meldung erst danach ankam`,
    en: ({ title, channel, people }, count) =>
      `Sent afterwards: ${title} by ${channel} to ${count(people, 'person', 'people')}, because the first report arrived later`,
  }),
  follow_up_in_alarm: kind<Message & { people: number }>({
    de: ({ title, channel, people }, count) =>
      `${title}: ${count(people, 'Person bekam', 'Personen bekamen')} den Alarm über ${channel} gleich mit dem berichtigten Text`,
    en: ({ title, channel, people }, count) =>
      `${title}: ${count(people, 'person', 'people')} received the alarm by ${channel} with the corrected text`,
  }),
  follow_up_ended: kind<Message>({
    de: ({ title, channel }) => `Nicht mehr nachgereicht: ${title} (${channel})`,
    en: ({ title, channel }) => `No longer sent afterwards: ${title} (${channel})`,
  }),
  message_stopped: kind<Message & { cancelled: number; onTheWire?: number }>({
    webhook: 'message.stopped',
    de: ({ title, channel, cancelled, onTheWire = 0 }, count) =>
      `Nachricht gestoppt: ${title} (${channel}); ${count(cancelled)} Empfänger nicht mehr benachrichtigt${onTheWire ? `, ${count(onTheWire)} gerade unterwegs` : ''}`,
    en: ({ title, channel, cancelled, onTheWire = 0 }, count) =>
      `Message stopped: ${title} (${channel}); ${count(cancelled, 'recipient', 'recipients')} no longer notified${onTheWire ? `, ${count(onTheWire)} being handed over` : ''}`,
  }),
  all_clear_given: kind<{ report: number; title: string }>({
    de: ({ title }) => `Entwarnung gegeben: ${title}; es wird niemand mehr alarmiert`,
    en: ({ title }) => `All-clear given: ${title}; the alarm has ended`,
  }),
  all_clear_withdrawn: kind<{ report: number; title: string }>({
    de: ({ title }) => `Entwarnung zurückgenommen, bevor sie jemand bekam: ${title}`,
    en: ({ title }) => `All-clear withdrawn before anyone received it: ${title}`,
  }),
  asking_stopped: kind<{ report: number; title: string; left: number }>({
    de: ({ title, left }, count) =>
      `${title}: niemand wird weiter gefragt; ${count(left, 'Person', 'Personen')} in Reserve nicht mehr benachrichtigt`,
    en: ({ title, left }, count) =>
      `${title}: no one else is asked; ${count(left, 'person', 'people')} in reserve no longer notified`,
  }),
  reserve_asked: kind<{ report: number; title: string; people: number; isNext: boolean }>({
    de: ({ title, people, isNext }, count) =>
      isNext
        ? `${title}: je Funktion die Nächsten sofort gefragt, ${count(people, 'Person', 'Personen')}`
        : `${title}: Reserve sofort gefragt, ${count(people, 'Person', 'Personen')}`,
    en: ({ title, people, isNext }, count) =>
      isNext
        ? `${title}: next of each function asked at once, ${count(people, 'person', 'people')}`
        : `${title}: reserve asked at once, ${count(people, 'person', 'people')}`,
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
    de: ({ title, channel }) => `Nachricht konnte nicht gesendet werden: ${title} (${channel})`,
    en: ({ title, channel }) => `Message could not be sent: ${title} (${channel})`,
  }),
};
