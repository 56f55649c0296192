import { Refusal } from '#server/platform/errors.ts';
import { cut } from '#shared/cut.ts';
import { cleanText } from '#shared/stored-text.ts';
import { longestIncoming } from './read-cap.ts';

/** One alert of a monitoring, as Alertmanager sends it. */
export interface MonitoringAlert {
  /** Identifies this occurrence; a later one is another. */
  key: string;
  /** Identifies the alert whenever it fires. */
  print: string;
  isFiring: boolean;
  name: string;
  text: string;
  severity: string | null;
  startsAt: Date | null;
  endsAt: Date | null;
}

/** A delivery of Alertmanager: the alerts of one group. */
export interface AlertGroup {
  groupKey: string;
  alerts: MonitoringAlert[];
  /** How many further alerts can't be read. */
  unread: number;
}

const mostAlerts = 5_000;
const longestLine = 500;

/** Reads Alertmanager's webhook without unreadable alerts; refuses one without any readable. */
export function readAlertGroup(given: unknown): AlertGroup {
  const body = objectOf(given);
  const { alerts, groupKey } = body ?? {};
  if (!Array.isArray(alerts)) throw new Refusal('error_incoming_alerts', { alerts: 'error_required' });
  if (alerts.length > mostAlerts) throw new Refusal('error_incoming_many', { alerts: 'error_too_many' });
  const read = alerts.flatMap((alert) => readAlert(alert) ?? []);
  if (alerts.length && !read.length) throw new Refusal('error_incoming_alerts', { alerts: 'error_invalid_input' });
  return { groupKey: typeof groupKey === 'string' ? groupKey : '', alerts: read, unread: alerts.length - read.length };
}

function readAlert(given: unknown): MonitoringAlert | null {
  const alert = objectOf(given);
  const labels = objectOf(alert?.['labels']);
  const status = alert?.['status'];
  if (!alert || !labels || (status !== 'firing' && status !== 'resolved')) return null;
  const annotations = objectOf(alert['annotations']) ?? {};
  const startsAt = dateOf(alert['startsAt']);
  const names = Object.keys(labels).toSorted((a, b) => (a < b ? -1 : 1));
  const written = names.map((name) => `${name}=${wordsOf(labels, name)}`);
  const print = wordsOf(alert, 'fingerprint') || JSON.stringify(written);
  return {
    key: JSON.stringify([print, startsAt?.getTime() ?? null]),
    print,
    isFiring: status === 'firing',
    name: cut(wordsOf(annotations, 'summary') || wordsOf(labels, 'alertname') || 'Alert', longestIncoming.title),
    text: cut([wordsOf(annotations, 'description'), written.join(', ')].filter(Boolean).join('\n'), longestLine),
    severity: cut(wordsOf(labels, 'severity'), 40) || null,
    startsAt,
    endsAt: dateOf(alert['endsAt']),
  };
}

const objectOf = (given: unknown): Record<string, unknown> | null =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Record<string, unknown>) : null;

const wordsOf = (of: Record<string, unknown>, name: string): string => {
  const value = Object.hasOwn(of, name) ? of[name] : undefined;
  return typeof value === 'string' ? cleanText(value).trim() : '';
};

/** Alertmanager writes the year 1 for "never". */
function dateOf(given: unknown): Date | null {
  if (typeof given !== 'string' || !/^[12]\d{3}-\d\d-\d\dT/.test(given)) return null;
  const at = new Date(given);
  return Number.isNaN(at.getTime()) ? null : at;
}
