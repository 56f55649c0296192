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
    return isKnown ? t(`logKind.${key}`, wordsOf(data, t)) : entry.text;
  };
}

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Some kinds say different things; what they say stands in their data. */
function keyOf(kind: string, data: Data): string {
  if (kind === 'event_updated' && data['activationEventType']) return 'event_escalated';
  if (kind === 'message_updated' && typeof data['change'] === 'string') return `message_${data['change']}`;
  if (kind === 'message_launched' && data['withoutRelease'] === true) return 'message_launched_without_release';
  if (kind === 'report_updated' && Array.isArray(data['channels'])) return 'report_channels';
  return kind;
}

function wordsOf(data: Data, t: TFunction<'events'>): Data {
  const changed = Array.isArray(data['fields']) ? data['fields'].filter((name) => fields.includes(String(name))) : [];
  const channels = Array.isArray(data['channels']) ? data['channels'].join(', ') : '';
  return { ...data, channels, fields: changed.map((name) => t(`logField.${name}`)).join(', ') };
}
