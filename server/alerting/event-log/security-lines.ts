import type { SecurityLine } from '#server/api/security-log/record.ts';
import type { SecurityKindName } from '#shared/security-log.ts';
import type { LogLine } from './log-line.ts';

const kinds: Partial<Record<LogLine['kind'], SecurityKindName>> = {
  message_launched: 'sent',
  message_relaunched: 'sent',
  situation_report_mailed: 'sent',
  message_stopped: 'stopped',
  message_released: 'released',
  message_rejected: 'released',
  situation_report_approved: 'released',
  situation_report_rejected: 'released',
  monitor_link_created: 'access_changed',
  monitor_link_revoked: 'access_changed',
};

/** Returns the security log's lines; recipients stay in the event log. */
export const eventSecurityLines = (lines: readonly LogLine[]): SecurityLine[] =>
  lines.flatMap(({ kind: what, by, eventId, ...line }) => {
    const kind = kinds[what];
    const { message } = 'data' in line ? (line.data as { message?: number }) : {};
    const detail = message === undefined ? {} : { detail: `message ${message}` };
    return kind ? [{ kind, by, what, ...detail, subject: ['Event', eventId] as const }] : [];
  });
