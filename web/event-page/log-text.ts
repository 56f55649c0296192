import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

/** What is needed of an entry to word it. */
export type LogEntry = { kind: string; text: string; data: unknown };
type Data = Record<string, unknown>;

const fields = ['name', 'description', 'eventDate', 'eventType', 'location'];

/** The words for a log entry in the reader's language, by its kind and data; what has no words stands as it was written. */
export function useLogText(): (entry: LogEntry) => string {
  const { t, i18n } = useTranslation('events');
  return (entry) => {
    const data = isData(entry.data) ? entry.data : {};
    const key = keyOf(entry.kind, data);
    const isKnown = entry.kind !== 'note' && i18n.exists(`events:logKind.${key}`);
    if (!isKnown) return entry.text;
    const text = t(`logKind.${key}`, wordsOf(data, t));
    return typeof data['apiKey'] === 'string' ? t('logApiKey', { text, name: data['apiKey'] }) : text;
  };
}

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Some kinds say different things; what they say stands in their data. */
function keyOf(kind: string, data: Data): string {
  if (kind === 'event_updated' && data['activationEventType']) return 'event_escalated';
  if (kind === 'message_updated' && typeof data['change'] === 'string') return `message_${data['change']}`;
  if (kind === 'message_launched' && data['withoutRelease'] === true) return 'message_launched_without_release';
  if (kind === 'message_launched' && data['retry'] === true) return 'message_relaunched';
  if (kind === 'message_finished' && data['error']) return 'message_unsendable';
  if (kind === 'report_updated' && Array.isArray(data['channels'])) return 'report_channels';
  if (kind === 'answer' && !data['option']) return 'answer_text';
  return kind;
}

/** The data with its lists and numbers as words. */
function wordsOf(data: Data, t: TFunction<'events'>): Data {
  const people = numberIn(data, 'people');
  const minutes = typeof data['minutes'] === 'number' ? data['minutes'] : null;
  const named = people > 0 ? [t('logPeople', { count: people })] : [];
  return {
    ...data,
    channels: listIn(data, 'channels').join(', '),
    fields: listIn(data, 'fields')
      .filter((name) => fields.includes(name))
      .map((name) => t(`logField.${name}`))
      .join(', '),
    chosen: [...listIn(data, 'lists'), ...listIn(data, 'groups'), ...named].join(', ') || t('logNobody'),
    arrival: minutes === null ? '' : t('logArrival', { count: minutes }),
    late: data['late'] === true ? t('logLate') : '',
  };
}

const listIn = (data: Data, name: string): string[] => (Array.isArray(data[name]) ? data[name].map(String) : []);

const numberIn = (data: Data, name: string): number => (typeof data[name] === 'number' ? data[name] : 0);
