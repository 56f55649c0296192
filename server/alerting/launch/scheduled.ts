import { sql } from 'kysely';
import { launchInEvent, type OpenState } from '#server/alerting/event-log/states.ts';
import { lockMessages, type MessageRow } from '#server/alerting/messages/message-rows.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import { prepareWithLate } from './late-channels.ts';
import { tryLaunch } from './launch.ts';
import { failUnsendable } from './unsendable.ts';

/** Launches due messages with current recipients and text. An unsendable one fails with the reason in the log. */
export async function launchScheduled(app: App, reportId: number, ids: readonly number[]): Promise<void> {
  await withRetries(app.db, async (tx) => {
    const { eventId } = await tx
      .selectFrom('reports')
      .select('eventId')
      .where('id', '=', reportId)
      .executeTakeFirstOrThrow();
    const state = await launchInEvent(tx, eventId).catch((error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    });
    const messages = (await lockMessages(tx, reportId, ids)).filter(({ status }) => status === 'scheduled');
    if (state instanceof Refusal) for (const message of messages) await failUnsendable(tx, message, state.key);
    else await launchReady(app, tx, messages, state);
    if (!messages.length) await giveUpHidden(tx, ids);
  });
}

async function launchReady(app: App, tx: Tx, messages: readonly MessageRow[], state: OpenState): Promise<void> {
  const ctx = { db: tx, viewer: null };
  const { prepared, late } = await prepareWithLate(ctx, messages, state);
  const ready = [...prepared.filter(({ blockers }) => !blockers.length), ...late];
  const by = messages[0]?.launchedBy ?? null;
  const refused = ready.length ? await tryLaunch(app, tx, ready, { by, state, undoSeconds: 0 }) : null;
  for (const { message, blockers } of prepared) {
    const reason = blockers[0] ?? refused;
    if (reason) await failUnsendable(tx, message, reason);
  }
}

async function giveUpHidden(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update messages set status = 'cancelled', finished_at = clock_timestamp()
    where id = any(${ids}) and status = 'scheduled' and not exists (
      select 1 from reports r join events e on e.id = r.event_id
      where r.id = messages.report_id and r.is_active and e.is_active and messages.is_active)`.execute(tx);
}
