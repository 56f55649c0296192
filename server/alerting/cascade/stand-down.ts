import { sql } from 'kysely';
import { noChanges, type PendingChanges } from '#server/alerting/messages/changes.ts';
import { deliveryChannel } from '#server/alerting/recipients/delivery-channel.ts';
import { freezeRecipients } from '#server/alerting/recipients/freeze.ts';
import { wakeTroubled } from '#server/alerting/recipients/step-wakes.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { readNumber } from '#server/platform/settings/settings.ts';
import { usualLanguage } from '#server/platform/settings/usual-language.ts';
import { textIn } from '#shared/label.ts';
import { byLanguage } from '#shared/languages.ts';
import { plainText } from '#shared/rich-text.ts';
import { databaseNow } from './cascade-queries.ts';
import { findNotNeeded, type NotNeeded, notNeeded } from './not-needed.ts';
import { standDownTexts } from './stand-down-texts.ts';

/**
 * Plans the stand-down for the end of the undo window, or drops it: no recipients, switched off, or ended. A due plan
 * stays, because sending checks again. The caller has locked the report's cascades.
 */
export async function planStandDown(tx: Tx, reportId: number): Promise<void> {
  const { rows: due } = await sql`
    select 1 from stand_downs where report_id = ${reportId} and due_at <= clock_timestamp()`.execute(tx);
  if (due.length) return;
  const seconds = await readNumber(tx, 'stand_down_seconds', 5);
  await sql`
    with telling as materialized (
      select p.id from reports p join events e on e.id = p.event_id
      where p.id = ${reportId} and p.stand_down and p.all_clear_at is null and e.is_running and exists (${notNeeded(sql`${reportId}::int`)})),
    planned as (
      insert into stand_downs as s (report_id, due_at)
      select id, clock_timestamp() + make_interval(secs => ${seconds}::float8) from telling
      on conflict (report_id) do update set due_at = coalesce(s.due_at, excluded.due_at))
    update stand_downs set due_at = null
    where report_id = ${reportId} and due_at is not null and not exists (select 1 from telling)`.execute(tx);
}

/** Drops a planned stand-down. */
export async function dropStandDown(tx: Tx, reportId: number): Promise<void> {
  await sql`update stand_downs set due_at = null where report_id = ${reportId} and due_at is not null`.execute(tx);
}

/** Cancels unsent stand-downs of people asked again; ones being sent aren't retried. Returns the changed messages. */
export async function callOffNotices(tx: Tx, reportId: number, launched: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ messageId: number }>`
    with held as materialized (
      select n.id from message_recipients n
      where coalesce(n.status in ${recipientStates.open}, false) and n.id in (
        select told.id from stand_downs s cross join lateral (
          select id, person_id from message_recipients where report_id = s.notice_id offset 0) told
        cross join lateral (
          select message_id, token_hash, status, try_at from message_recipients
          where report_id = ${reportId} and person_id = told.person_id offset 0) r
        where s.report_id = ${reportId} and r.message_id = any(${launched}::int[]) and r.token_hash is not null
          and (r.status = 'queued' or r.status = 'pending' and r.try_at is not null))
      order by n.id for update of n),
    sending as (
      update message_recipients n set valid_until = clock_timestamp() from held where n.id = held.id and n.status = 'sending')
    update message_recipients n set status = 'cancelled', status_reason = 'stopped', try_at = null
    from held where n.id = held.id and n.status in ${recipientStates.cancellable} returning n.message_id`.execute(tx);
  return [...new Set(rows.map(({ messageId }) => messageId))];
}

interface Due {
  /** The event runs, and the report sends stand-downs. */
  isWanted: boolean;
  noticeId: number | null;
  eventId: number;
  mode: 'LIVE' | 'EXERCISE' | 'TEST';
  title: string;
  /** A copied installation's original may have sent it. */
  perhapsSent: boolean;
}

/**
 * Sends the stand-down: one report with a message on each channel that reached unneeded people. No one gets it twice,
 * even after repeated calls. The caller has locked and advanced the cascades.
 */
export async function standDown(app: Pick<App, 'secrets'>, tx: Tx, reportId: number): Promise<PendingChanges> {
  const { rows } = await sql<Due>`
    update stand_downs s set due_at = null from reports p join events e on e.id = p.event_id
    where s.report_id = ${reportId} and s.due_at <= clock_timestamp() and p.id = s.report_id
    returning p.stand_down and p.all_clear_at is null and e.is_running as is_wanted, s.notice_id, p.event_id, e.mode, (
      select m.title from messages m where m.report_id = p.id and m.launched_at is not null
      order by m.handed_over, m.id limit 1) as title,
      exists (select from messages m where m.report_id = p.id and m.perhaps_sent) as perhaps_sent`.execute(tx);
  const due = rows[0];
  const changes = noChanges(reportId, due?.eventId ?? null);
  if (!due?.isWanted) return changes;
  const people = await findNotNeeded(tx, reportId);
  if (!people.length) return changes;
  const notice = await noticeOf(tx, reportId, due);
  for (const [channelId, told] of Map.groupBy(people, (one) => one.channelId)) {
    const { messageId, ...named } = await tell(app, tx, { notice, channelId, told, due });
    changes.messages.push(messageId);
    changes.lines.push({ kind: 'stand_down', data: { message: messageId, ...named, people: told.length } });
  }
  await wakeTroubled(
    tx,
    notice,
    people.map(({ personId }) => personId),
  );
  return changes;
}

/** Returns the stand-down's report, which later recipients share. */
async function noticeOf(tx: Tx, reportId: number, { noticeId, eventId, title }: Due): Promise<number> {
  if (noticeId !== null) return noticeId;
  const texts = byLanguage((each) => {
    const own = textIn(standDownTexts, each);
    return { title: own.title(plainText(title)), content: own.content };
  });
  const own = texts[await usualLanguage(tx)];
  const { rows } = await sql<{ id: number }>`
    with notice as (
      insert into reports (event_id, report_type_id, title, content, texts, stand_down)
      select ${eventId}, id, ${own.title}, ${own.content}, ${JSON.stringify(texts)}::jsonb, false
      from report_types where identifier = 'stand_down' returning id)
    update stand_downs s set notice_id = notice.id from notice where s.report_id = ${reportId} returning notice.id`.execute(
    tx,
  );
  return rows[0]!.id;
}

interface Telling {
  notice: number;
  channelId: number;
  told: NotNeeded[];
  due: Due;
}

async function tell(app: Pick<App, 'secrets'>, tx: Tx, { notice, channelId, told, due }: Telling) {
  const { mode, perhapsSent } = due;
  const releaseAt = await databaseNow(tx);
  const people = told.map((one, place) => ({ ...one, place, priority: false, unlimited: true }));
  const first = new Map(people.toReversed().map((one) => [one.norm, one]));
  const recipients = [...first.values()];
  const { rows } = await sql<{ messageId: number; title: string; channel: string; channelEn: string | null }>`
    with told as (
      insert into messages (report_id, channel_id, title, content, lane, recipient_count, status, release_at, launched_at)
      select id, ${channelId}::int, title, content, 'alarm', ${recipients.length}::int, 'queued', ${releaseAt}::timestamptz,
        ${releaseAt}::timestamptz
      from reports where id = ${notice} returning id, title)
    select told.id as message_id, told.title, c.name as channel, c.name_en as channel_en
    from told join channels c on c.id = ${channelId}`.execute(tx);
  const message = rows[0]!;
  const frozen = {
    messageId: message.messageId,
    reportId: notice,
    channelId: await deliveryChannel(tx, { mode, channelId }),
    lane: 'alarm' as const,
    releaseAt,
    answers: false,
    perhapsSent,
  };
  const others = people.filter((one) => first.get(one.norm) !== one);
  const dropped = others.map((one) => ({ ...one, reason: 'duplicate' as const }));
  await freezeRecipients(app, tx, frozen, { recipients, dropped }, { asked: () => true });
  return message;
}
