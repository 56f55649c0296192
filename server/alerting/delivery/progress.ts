import { sql } from 'kysely';
import { wasHandedOver } from '#server/alerting/progress/status.ts';
import type { App } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';

/** Publishes progress of messages at a limited rate. */
export interface Progress {
  changed(messageIds: readonly number[]): void;
  stop(): Promise<void>;
}

const REMEMBERED = 10_000;

/** Publishes once that a message has its first recipient; `out` holds the published messages. */
async function tellFirst(db: Db, messageIds: readonly number[], out: Set<number>): Promise<void> {
  const unknown = messageIds.filter((id) => !out.has(id));
  if (!unknown.length) return;
  const { rows } = await sql<{ id: number; reportId: number; eventId: number }>`
    select m.id, m.report_id, p.event_id from messages m join reports p on p.id = m.report_id
    where m.id = any(${unknown}) and ${wasHandedOver}`.execute(db);
  if (!rows.length) return;
  if (out.size > REMEMBERED) out.clear();
  for (const { id } of rows) out.add(id);
  const [report, event] = [rows.map(({ reportId }) => reportId), rows.map(({ eventId }) => eventId)];
  await publish(db, { report: [...new Set(report)], event: [...new Set(event)], running: true });
}

/** Publishes changes at most once per `interval` milliseconds, failed ones again. */
export function startProgress({ db, log }: Pick<App, 'db' | 'log'>, interval: number): Progress {
  const waiting = new Set<number>();
  const out = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const tell = async () => {
    timer = undefined;
    const message = [...waiting];
    waiting.clear();
    const told = async () => {
      await publish(db, { message });
      await tellFirst(db, message, out);
    };
    await told().catch((error: Error) => {
      log.debug({ event: 'progress_not_told', error: error.name });
      for (const id of message) waiting.add(id);
    });
  };
  const soon = () => {
    if (waiting.size && !stopped) timer ??= setTimeout(() => void tell().then(soon), interval);
  };
  return {
    changed(messageIds) {
      for (const id of messageIds) waiting.add(id);
      soon();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await tell();
    },
  };
}
