import { type RawBuilder, sql } from 'kysely';
import { recordAnswer } from '#server/alerting/answers/answers.ts';
import { loader } from '#server/api/graphql/loaders.ts';
import { listPage, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import { matches, matchesStored } from '#server/api/graphql/search.ts';
import type { FileRow, Row } from '#server/api/graphql/types.ts';
import { seesPrivateData } from '#server/api/private-data.ts';
import { type Context, can } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';

/** One message of the mailbox. */
export type ExerciseRow = Row<'exerciseMessages'>;

/** A person with messages in the mailbox. */
export interface ExercisePerson {
  id: number;
  /** The newest message that the viewer may read. */
  newest: number;
}

const ofEvent = sql<boolean>`(m.recipient_id is not null or m.situation_report_mail_id is not null)`;

/**
 * SQL: messages that the viewer may read. Those of events are for everyone with the mailbox. Other mails contain
 * confidential links: users read their own, administrators those of users and people, only system owners those of
 * administrators.
 */
function visible(ctx: Pick<Context, 'viewer'>): RawBuilder<boolean> {
  const viewer = ctx.viewer!;
  const own = sql<boolean>`${ofEvent} or m.user_id = ${viewer.id}`;
  if (!can(ctx, 'manage_user')) return sql`(${own})`;
  if (viewer.roles.includes('system_owner')) return sql`true`;
  return sql`(${own} or m.user_id is null or not exists (
    select 1 from users u where u.id = m.user_id and u.roles && array['administrator', 'system_owner']))`;
}

/** Returns a page, newest first; only searches visible addresses. */
export async function listExerciseMessages(
  ctx: Context,
  args: PageArgs & {
    personId?: number | null | undefined;
    kind?: string | null | undefined;
    search?: string | null | undefined;
  },
): Promise<Page<ExerciseRow>> {
  const { personId, kind, search } = args;
  if (kind && kind !== 'mail' && kind !== 'phone')
    throw new Refusal('error_invalid_input', { kind: 'error_invalid_input' });
  const address = seesPrivateData(ctx)
    ? sql`m.address`
    : sql`case when r.is_private is not true and s.is_private is not true then m.address end`;
  const query = sql<ExerciseRow>`
    select m.* from exercise_messages m left join people p on p.id = m.person_id
    left join message_recipients r on r.id = m.recipient_id
    left join situation_report_mails s on s.id = m.situation_report_mail_id
    where ${visible(ctx)}
      and ${personId ? sql`m.person_id = ${personId}` : sql`true`}
      and ${kind ? sql`m.kind = ${kind}` : sql`true`}
      and ${matches(sql`concat_ws(' ', m.subject, m.text, ${address}, p.first_name, p.last_name)`, search ?? '')}`;
  const page = await listPage(ctx, args, query, [{ key: 'id', direction: 'desc' }]);
  return personId || search?.trim() ? page : { ...page, totalCount: () => countMessages(ctx, kind) };
}

/** Returns a message's attachments, batched. */
export async function loadFiles({ loaders }: Pick<Context, 'loaders'>, id: number): Promise<FileRow[]> {
  const attached = loader<number, FileRow[]>(loaders, 'exerciseMessage.files', async (ids, db) => {
    const { rows } = await sql<FileRow & { messageId: number }>`
      select a.exercise_message_id as message_id, f.id, f.key, f.name, f.mime_type, f.size
      from exercise_message_files a join files f on f.id = a.file_id
      where a.exercise_message_id = any(${ids}) order by a.exercise_message_id, a.place`.execute(db);
    return Map.groupBy(rows, ({ messageId }) => messageId);
  });
  return (await attached.load(id)) ?? [];
}

/** Counts readable messages; those of events have a stored sum. */
async function countMessages(ctx: Context, kind: string | null | undefined): Promise<number> {
  const isMeant = kind ? sql`kind = ${kind}` : sql`true`;
  const { rows } = await sql<{ n: number }>`
    select (select coalesce(sum(n), 0) from exercise_tallies where of_event and ${isMeant})
      + (select count(*) from exercise_messages m where not ${ofEvent} and ${visible(ctx)} and ${isMeant}) as n`.execute(
    ctx.db,
  );
  return rows[0]!.n;
}

/** Returns people with messages, by newest message. */
export function listExercisePeople(
  ctx: Context,
  args: PageArgs & { search?: string | null | undefined },
): Promise<Page<ExercisePerson>> {
  // mails to people are for managers of users; none has both a person and a user
  const newest = can(ctx, 'manage_user') ? sql`k.newest` : sql`k.newest_of_event`;
  const named = args.search?.trim()
    ? sql`exists (
        select from people p where p.id = k.person_id and ${matchesStored(sql`p.search`, args.search)} offset 0)`
    : sql`true`;
  const query = sql<ExercisePerson>`
    select k.person_id as id, ${newest} as newest from exercise_people k where ${newest} is not null and ${named}`;
  return listPage(ctx, args, query, [{ key: 'newest', direction: 'desc' }]);
}

interface Figures {
  messages: number;
  unread: number;
}

/** Counts a person's readable and unread messages. */
export async function loadFigures(ctx: Context, personId: number): Promise<Figures> {
  const figures = loader<number, Figures>(ctx.loaders, 'exercise.figures', async (ids, db) => {
    const { rows } = await sql<Figures & { id: number }>`
      select asked.id, count(*) as messages, count(*) filter (where m.read_at is null) as unread
      from unnest(${ids}::int[]) as asked (id) join exercise_messages m on m.person_id = asked.id and ${visible(ctx)}
      group by asked.id`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  });
  return (await figures.load(personId)) ?? { messages: 0, unread: 0 };
}

/** Compacts the database's counters. */
export async function foldExerciseTallies(db: Db): Promise<void> {
  await sql`
    with gone as (delete from exercise_tallies returning *)
    insert into exercise_tallies (kind, of_event, n) select kind, of_event, sum(n) from gone group by kind, of_event`.execute(
    db,
  );
}

async function findVisible(ctx: Context, id: number): Promise<ExerciseRow> {
  const { rows } = await sql<ExerciseRow>`
    select m.* from exercise_messages m where m.id = ${id} and ${visible(ctx)}`.execute(ctx.db);
  if (!rows[0]) throw new Refusal('error_not_found');
  return rows[0];
}

/** Marks a message as read; repetitions have no effect. */
export async function readExerciseMessage(ctx: Context, id: number): Promise<ExerciseRow> {
  const message = await findVisible(ctx, id);
  if (message.readAt) return message;
  const { rows } = await sql<ExerciseRow>`
    update exercise_messages set read_at = coalesce(read_at, now()) where id = ${id} returning *`.execute(ctx.db);
  await publish(ctx.db, { exercise: [0] });
  return rows[0]!;
}

/** Answers a message as its recipient would. */
export async function answerExerciseMessage(
  ctx: Context,
  id: number,
  answer: { option: string; minutes?: number | null | undefined; text?: string | null | undefined },
): Promise<ExerciseRow> {
  const message = await findVisible(ctx, id);
  const asked = message.recipientId
    ? await ctx.db
        .selectFrom('messageRecipients')
        .select('id')
        .where('id', '=', message.recipientId)
        .where('tokenHash', 'is not', null)
        .executeTakeFirst()
    : undefined;
  if (!asked) throw new Refusal('error_not_found');
  await recordAnswer(ctx, { ...answer, recipientId: asked.id, source: 'exercise', by: ctx.viewer!.id });
  if (message.readAt) await publish(ctx.db, { exercise: [0] });
  return readExerciseMessage(ctx, id);
}
