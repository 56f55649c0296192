import { appendLogs } from '#server/alerting/event-log/log.ts';
import type { LogLine } from '#server/alerting/event-log/log-line.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';
import type { LogContent } from '#shared/event-log/kinds.ts';
import { mailUnreached, type Unreached } from './mails.ts';

/** A line for the event's log, with who did it where that is not who announces it. */
export type NewsLine = LogContent & Partial<Pick<LogLine, 'by' | 'apiKey'>>;

/** What happened in a transaction and has to be told at its end. */
export interface News {
  reportId: number;
  /** The report's event; null when nothing was found that could have changed. */
  eventId: number | null;
  messages: number[];
  lines: NewsLine[];
  unreached: Unreached[];
  /** Whether something may be due because of it. */
  work: boolean;
}

/** Nothing yet. */
export const noNews = (reportId: number, eventId: number | null): News => ({
  reportId,
  eventId,
  messages: [],
  lines: [],
  unreached: [],
  work: true,
});

/**
 * Tells the news: event log, mail to the sender, live views, workers. The last thing of a transaction, because the log
 * is held from here to the commit.
 */
export async function announce(app: Pick<App, 'jobs'>, tx: Tx, news: News, by: number | null = null): Promise<void> {
  const { eventId, reportId } = news;
  if (eventId === null) return;
  await appendLogs(
    tx,
    news.lines.map((line) => ({ by, ...line, eventId })),
  );
  for (const unreached of news.unreached) await mailUnreached(app, tx, reportId, unreached);
  const message = [...new Set(news.messages)];
  if (message.length || news.lines.length) {
    // whoever watches the running events wants to see the answers come in
    const running = news.lines.length > 0 ? { running: true as const } : {};
    const work = news.work ? { work: true as const } : {};
    await publish(tx, { message, report: [reportId], event: [eventId], ...work, ...running });
  }
}
