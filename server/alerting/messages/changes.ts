import { appendLogs } from '#server/alerting/event-log/log.ts';
import type { LogLine } from '#server/alerting/event-log/log-line.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';
import type { LogContent } from '#shared/event-log/kinds.ts';
import { mailUnreached, type Unreached } from './mails.ts';

/** A log entry, with its author if that isn't the user who publishes it. */
export type ChangeLine = LogContent & Partial<Pick<LogLine, 'by' | 'apiKey'>>;

export interface PendingChanges {
  reportId: number;
  /** The report's event; null without changes. */
  eventId: number | null;
  messages: number[];
  lines: ChangeLine[];
  unreached: Unreached[];
  /** Whether the changes may make anything due. */
  work: boolean;
}

/** Returns empty changes. */
export const noChanges = (reportId: number, eventId: number | null): PendingChanges => ({
  reportId,
  eventId,
  messages: [],
  lines: [],
  unreached: [],
  work: true,
});

/** Publishes changes, as the last step of a transaction, because it locks the log. */
export async function publishChanges(
  app: Pick<App, 'jobs'>,
  tx: Tx,
  changes: PendingChanges,
  by: number | null = null,
): Promise<void> {
  const { eventId, reportId } = changes;
  if (eventId === null) return;
  await appendLogs(
    tx,
    changes.lines.map((line) => ({ by, ...line, eventId })),
  );
  for (const unreached of changes.unreached) await mailUnreached(app, tx, reportId, unreached);
  const message = [...new Set(changes.messages)];
  if (message.length || changes.lines.length) {
    // running events show answers
    const running = changes.lines.length > 0 ? { running: true as const } : {};
    const work = changes.work ? { work: true as const } : {};
    await publish(tx, { message, report: [reportId], event: [eventId], ...work, ...running });
  }
}
