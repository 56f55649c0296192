import { sql } from 'kysely';
import type { App } from '#server/context.ts';
import type { Tx } from '#server/database/connect.ts';
import { startEvent } from '#server/event-log/step.ts';
import { laneOf } from '#server/messages/lanes.ts';
import { isActivation, isMeasured, type MessageRow } from '#server/messages/message-rows.ts';
import { announce, type News, noNews } from '#server/messages/news.ts';
import { type Frozen, freezePost, freezeRecipients } from '#server/messages/recipients/freeze.ts';
import { advance } from '#server/messages/stop-limits/cascade.ts';
import { insertCascades } from '#server/messages/stop-limits/cascade-insert.ts';
import { planCascades } from '#server/messages/stop-limits/cascade-plan.ts';
import { databaseNow } from '#server/messages/stop-limits/cascade-queries.ts';
import { fillPlaceholders } from '#shared/placeholders.ts';
import type { Prepared } from './prepare.ts';

/** Who launches and how. */
export interface LaunchTerms {
  by: number | null;
  /** Seconds in which everything can still be undone; activations have none. */
  undoSeconds: number;
  /** A release was required, and the sender went without it. */
  withoutRelease?: boolean;
}

/**
 * Launches prepared messages of one report, which the caller holds locked and has found free of blockers: freezes text
 * and recipients, starts the stop limits and the event. When the caller's transaction is committed, everything is on
 * disk that delivery needs.
 */
export async function launch(
  app: Pick<App, 'secrets' | 'jobs'>,
  tx: Tx,
  prepared: readonly Prepared[],
  terms: LaunchTerms,
): Promise<void> {
  const first = prepared[0]!.message;
  await startEvent(tx, first.eventId, terms.by);
  const now = await databaseNow(tx);
  const undo = isActivation(first) ? 0 : terms.undoSeconds;
  const releaseAt = new Date(now.getTime() + undo * 1000);
  const exercise = first.mode === 'LIVE' ? null : await exerciseChannel(tx);
  const resolutions = new Map(
    prepared.flatMap(({ message, resolution }) => (resolution ? [[message.id, resolution] as const] : [])),
  );
  const { cascades, always } = planCascades(resolutions);
  await insertCascades(tx, first, cascades, releaseAt);
  for (const { message, resolution, values } of prepared) {
    const lane = laneOf(isActivation(message), resolution?.recipients.length ?? 0);
    const frozen: Frozen = {
      messageId: message.id,
      reportId: message.reportId,
      channelId: exercise ?? message.channelId,
      lane,
      releaseAt,
      answers: isMeasured(message),
    };
    if (resolution) {
      const asked = (person: { unlimited: boolean; personId: number }) =>
        person.unlimited || always.has(person.personId);
      await freezeRecipients(app, tx, frozen, resolution, asked);
    } else await freezePost(app, tx, frozen);
    const text = { title: fillPlaceholders(message.title, values), content: fillPlaceholders(message.content, values) };
    const waited = message.status === 'pending_approval' || message.status === 'scheduled';
    const by = waited ? message.launchedBy : terms.by;
    await markLaunched(tx, message.id, { ...text, by, lane, now, releaseAt, count: resolution?.recipients.length });
  }
  const ids = prepared.map(({ message }) => message.id);
  await leaveAnswered(tx, first.reportId, ids);
  const news = cascades.length ? await advance(tx, first.reportId, releaseAt) : noNews(first.reportId, first.eventId);
  await announce(app, tx, withLaunches(news, prepared, terms), terms.by);
}

/** Who answered the report already is not asked again by a message that joins later. */
async function leaveAnswered(tx: Tx, reportId: number, messageIds: number[]): Promise<void> {
  await sql`
    update message_recipients r set status = 'cancelled', status_reason = 'answered', try_at = null
    where r.message_id = any(${messageIds}) and r.status in ('pending', 'queued') and r.token_hash is not null
      and r.person_id in (
        select a.person_id from answers a where a.report_id = ${reportId} and a.option_id is not null)`.execute(tx);
}

/** The channel that keeps everything in the house, for events that are not LIVE. */
async function exerciseChannel(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select c.id from channels c join channel_types t on t.id = c.channel_type_id
    where t.identifier = 'exercise' order by c.is_active desc, c.id limit 1`.execute(tx);
  return rows[0]!.id;
}

interface Launched extends Pick<LaunchTerms, 'by'> {
  title: string;
  content: string;
  lane: string;
  now: Date;
  releaseAt: Date;
  count: number | undefined;
}

async function markLaunched(tx: Tx, id: number, launched: Launched): Promise<void> {
  const { title, content, lane, now, releaseAt, count = 0, by } = launched;
  await tx
    .updateTable('messages')
    .set({
      title,
      content,
      lane,
      releaseAt,
      launchedAt: now,
      recipientCount: count,
      status: 'queued',
      error: null,
      rejectReason: null,
      launchedBy: by,
    })
    .where('id', '=', id)
    .execute();
}

function withLaunches(news: News, prepared: readonly Prepared[], { withoutRelease }: LaunchTerms): News {
  const lines = prepared.map(({ message, resolution }) => launchLine(message, resolution, withoutRelease ?? false));
  const messages = [...news.messages, ...prepared.map(({ message }) => message.id)];
  return { ...news, messages, lines: [...lines, ...news.lines] };
}

function launchLine(
  { id, title, channel }: MessageRow,
  resolution: Prepared['resolution'],
  withoutRelease: boolean,
): News['lines'][number] {
  const recipients = resolution?.recipients.length ?? null;
  const suppressed = resolution?.dropped.length ?? 0;
  return {
    kind: 'message_launched',
    data: { message: id, title, channel, recipients, suppressed, withoutRelease },
  };
}
