import { sql } from 'kysely';
import { findHolders } from '#server/channels/system-mails/holders.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { readIn } from '#shared/administration/translated.ts';
import { withoutMoment } from '#shared/event-name.ts';

/** A stop limit without anyone left to ask. */
export interface Unreached {
  group: string;
  needed: number;
  reached: number;
}

interface Subject {
  eventId: number;
  reportId: number;
  messageId: number;
  eventName: string;
  mode: string;
  title: string;
  channel: string;
  channelEn: string | null;
  launchedBy: number | null;
  insertedBy: number | null;
}

async function subjectOf(db: Db | Tx, where: { report: number } | { message: number }): Promise<Subject[]> {
  const condition = 'report' in where ? sql`m.report_id = ${where.report}` : sql`m.id = ${where.message}`;
  const { rows } = await sql<Subject>`
    select e.id as event_id, r.id as report_id, m.id as message_id, e.name as event_name, e.mode, r.title, c.name as channel,
      c.name_en as channel_en, m.launched_by, m.inserted_by
    from messages m join reports r on r.id = m.report_id join events e on e.id = r.event_id
    join channels c on c.id = m.channel_id where ${condition} order by m.id`.execute(db);
  return rows;
}

async function languagesOf(db: Db | Tx, ids: number[]): Promise<{ id: number; language: string }[]> {
  if (!ids.length) return [];
  return db
    .selectFrom('users')
    .select(['id', 'language'])
    .where('id', 'in', ids)
    .where('isActive', '=', true)
    .execute();
}

const valuesOf = (subject: Subject, language: string) => ({
  'event.name': withoutMoment(subject.eventName),
  'report.title': subject.title,
  'channel.name': readIn(subject, 'channel', language),
});

/** Mails a report's senders that a stop limit can't be reached; without any, all users who may start alarms. */
export async function mailUnreached(app: Pick<App, 'jobs'>, tx: Tx, reportId: number, unreached: Unreached) {
  const subjects = await subjectOf(tx, { report: reportId });
  const senders = [...new Set(subjects.flatMap(({ launchedBy }) => launchedBy ?? []))];
  const subject = subjects[0];
  if (!subject) return;
  const { group, needed, reached } = unreached;
  const limit = { 'group.name': group, 'limit.needed': String(needed), 'limit.reached': String(reached) };
  const active = await languagesOf(tx, senders);
  const told = active.length ? active : await findHolders(tx, 'start_trigger');
  const mails = told.map(({ id, language }) => ({
    identifier: 'limit_not_reached' as const,
    exercise: subject.mode !== 'LIVE',
    to: id,
    language,
    values: { ...valuesOf(subject, language), ...limit },
    page: `/event/${subject.eventId}/report/${subject.reportId}`,
  }));
  await sendSystemMail(app, tx, ...mails);
}

async function nameOf(db: Db | Tx, id: number): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select first_name || ' ' || last_name as name from users where id = ${id}`.execute(db);
  return rows[0]?.name ?? '';
}

/** Mails possible releasers, except the author. */
export async function mailReleaseRequest(app: Pick<App, 'jobs'>, tx: Tx, messageId: number, authorId: number) {
  const [subject] = await subjectOf(tx, { message: messageId });
  const author = await nameOf(tx, authorId);
  const releasers = (await findHolders(tx, 'release_message')).filter(({ id }) => id !== authorId);
  if (!subject) return;
  const mails = releasers.map(({ id, language }) => ({
    identifier: 'message_release_request' as const,
    exercise: subject.mode !== 'LIVE',
    to: id,
    language,
    values: { ...valuesOf(subject, language), 'author.name': author },
    page: pageOf(subject),
  }));
  await sendSystemMail(app, tx, ...mails);
}

/** Mails the author the decision. */
export async function mailReleaseDecision(
  app: Pick<App, 'jobs'>,
  tx: Tx,
  { messageId, by, reason }: { messageId: number; by: number; reason: string | null },
) {
  const [subject] = await subjectOf(tx, { message: messageId });
  const author = subject?.launchedBy ?? subject?.insertedBy;
  if (!subject || !author) return;
  const decider = await tx
    .selectFrom('users')
    .select(['firstName', 'lastName'])
    .where('id', '=', by)
    .executeTakeFirstOrThrow();
  const mails = (await languagesOf(tx, [author])).map(({ id, language }) => ({
    identifier: reason === null ? ('message_released' as const) : ('message_rejected' as const),
    exercise: subject.mode !== 'LIVE',
    to: id,
    language,
    values: {
      ...valuesOf(subject, language),
      'author.name': `${decider.firstName} ${decider.lastName}`,
      ...(reason === null ? {} : { reason }),
    },
    page: pageOf(subject),
  }));
  await sendSystemMail(app, tx, ...mails);
}

const pageOf = ({ eventId, reportId, messageId }: Subject) =>
  `/event/${eventId}/report/${reportId}/message/${messageId}`;
