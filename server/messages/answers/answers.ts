import { sql } from 'kysely';
import type { App } from '#server/context.ts';
import type { Tx } from '#server/database/connect.ts';
import { durably } from '#server/database/durably.ts';
import { Refusal } from '#server/errors.ts';
import type { Row } from '#server/graphql/types.ts';
import { limitedText } from '#server/input.ts';
import { announce, type News, noNews } from '#server/messages/news.ts';
import { advance, wakeCascades } from '#server/messages/stop-limits/cascade.ts';
import { lockCascades } from '#server/messages/stop-limits/cascade-queries.ts';
import { readNumber } from '#server/settings/settings.ts';
import type { LogContent } from '#shared/event-log/kinds.ts';
import { number } from '#shared/fields/number.ts';

/** An answer as it comes in. */
export interface NewAnswer {
  recipientId: number;
  /** Code of the option, whatever its case; null when the reply matched none and only its text is kept. */
  option: string | null;
  minutes?: number | null | undefined;
  text?: string | null | undefined;
  /** `link`, `exercise`, `operator`, or the type of the channel it came back over. */
  source: string;
  /** The operator who recorded it. */
  by?: number | null;
  /** Marks one submission: the same for the same recipient again changes nothing. */
  requestHash?: Buffer | null;
}

/** What may be added to an answer. */
export const answerNote = { kind: 'longText', maximum: 1000 } as const;

/** How long it takes until somebody arrives. */
export const answerMinutes = { kind: 'number', minimum: 0, maximum: 1440, unit: 'minutes' } as const;

interface Asked {
  recipientId: number;
  personId: number | null;
  reportId: number;
  eventId: number;
  late: boolean;
}

/**
 * Records an answer. It belongs to the person and the report: it stops what is still to go to the person on other
 * channels, counts for every stop limit that holds the person, and replaces the person's earlier answer, which stays.
 * After the end of the event or of the time for answers it is kept as late.
 */
export const recordAnswer = (app: Pick<App, 'db' | 'jobs'>, given: NewAnswer): Promise<Row<'answers'>> =>
  durably(app.db, (tx) => recordAnswerIn(app, tx, given));

/** The same in the caller's transaction, of which it is the last that concerns an event. */
export async function recordAnswerIn(app: Pick<App, 'jobs'>, tx: Tx, given: NewAnswer): Promise<Row<'answers'>> {
  const text = limitedText('text', given.text?.trim() ?? '', answerNote.maximum) || null;
  const asked = await findAsked(tx, given.recipientId);
  if (!asked) throw new Refusal('error_not_found');
  const option = await findOption(tx, asked.reportId, given.option);
  const minutes = checkedMinutes(option, given.minutes);
  const limited = option?.kind === 'POSITIVE' && (await isLimited(tx, asked));
  if (limited) await lockCascades(tx, asked.reportId); // before any row of the person: see lockCascades
  const overdue = option?.kind === 'POSITIVE' ? await overdueAfter(tx, minutes) : null;
  const checked = { ...given, text, minutes, overdue, optionId: option?.id ?? null };
  const { answer, isNew } = await insertAnswer(tx, asked, checked);
  if (!isNew) return answer;
  if (option && option.kind !== 'POSITIVE') await forgetArrival(tx, asked);
  const messages = option ? await cancelOthers(tx, asked) : [];
  const news = limited ? await advance(tx, asked.reportId) : noNews(asked.reportId, asked.eventId);
  if (option && !limited) await wake(tx, asked);
  await announce(app, tx, withAnswer(news, { asked, answer, option, messages }), given.by ?? null);
  return answer;
}

async function findAsked(tx: Tx, recipientId: number): Promise<Asked | null> {
  const { rows } = await sql<Asked>`
    select r.id as recipient_id, r.person_id, r.report_id, p.event_id,
      not (e.is_active and e.is_running) or coalesce(p.answer_until < clock_timestamp(), false) as late
    from message_recipients r join reports p on p.id = r.report_id join events e on e.id = p.event_id
    where r.id = ${recipientId} and not (r.person_id is null and r.address_norm = '')`.execute(tx);
  return rows[0] ?? null;
}

async function findOption(tx: Tx, reportId: number, code: string | null): Promise<Row<'answerOptions'> | null> {
  if (code === null) return null;
  const option = await tx
    .selectFrom('answerOptions')
    .selectAll()
    .where('reportId', '=', reportId)
    .where((eb) => eb(eb.fn('lower', ['code']), '=', code.trim().toLowerCase()))
    .executeTakeFirst();
  if (!option) throw new Refusal('error_answer_option', { option: 'error_answer_option' });
  return option;
}

function checkedMinutes(option: Row<'answerOptions'> | null, minutes: number | null | undefined): number | null {
  if (!option?.askMinutes) return null;
  const checked = number.check(minutes, answerMinutes);
  if ('fault' in checked) throw new Refusal('error_minutes', { minutes: 'error_minutes' });
  return checked.value;
}

async function isLimited(tx: Tx, { reportId, personId }: Asked): Promise<boolean> {
  const { rows } = await sql`
    select 1 from cascades c join cascade_members m on m.cascade_id = c.id
    where c.report_id = ${reportId} and c.status in ('running', 'exhausted') and m.person_id = ${personId} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Minutes after which somebody who comes in so many is overdue; null when they did not say. */
async function overdueAfter(tx: Tx, minutes: number | null): Promise<number | null> {
  return minutes === null ? null : minutes + (await readNumber(tx, 'overdue_minutes', 10));
}

interface Checked extends NewAnswer {
  text: string | null;
  minutes: number | null;
  overdue: number | null;
  optionId: number | null;
}

async function insertAnswer(
  tx: Tx,
  { recipientId, personId, reportId, late }: Asked,
  { optionId, minutes, overdue, text, source, by = null, requestHash = null }: Checked,
): Promise<{ answer: Row<'answers'>; isNew: boolean }> {
  const { rows } = await sql<Row<'answers'>>`
    insert into answers (report_id, person_id, recipient_id, option_id, minutes, overdue_at, text, source, by_user_id, late,
      request_hash)
    values (${reportId}, ${personId}, ${recipientId}, ${optionId}, ${minutes},
      clock_timestamp() + make_interval(mins => ${overdue}::int), ${text}, ${source}, ${by}, ${late}, ${requestHash})
    on conflict (recipient_id, request_hash) do nothing returning *`.execute(tx);
  if (rows[0]) return { answer: rows[0], isNew: true };
  const first = await tx
    .selectFrom('answers')
    .selectAll()
    .where('recipientId', '=', recipientId)
    .where('requestHash', '=', requestHash)
    .executeTakeFirstOrThrow();
  return { answer: first, isNew: false };
}

/** What asks the person the same on other channels and has not left, does not leave any more; answers all messages. */
async function cancelOthers(tx: Tx, { reportId, personId }: Asked): Promise<number[]> {
  if (personId === null) return [];
  await sql`
    with held as materialized (
      select id from message_recipients
      where report_id = ${reportId} and person_id = ${personId} and token_hash is not null
        and status in ('pending', 'queued', 'retrying')
      order by id for update)
    update message_recipients r set status = 'cancelled', status_reason = 'answered', try_at = null
    from held where r.id = held.id and r.status in ('pending', 'queued', 'retrying')`.execute(tx);
  const { rows } = await sql<{ messageId: number }>`
    select distinct message_id from message_recipients
    where report_id = ${reportId} and person_id = ${personId}`.execute(tx);
  return rows.map((row) => row.messageId);
}

/** Whoever does not come after all is not there. */
async function forgetArrival(tx: Tx, { reportId, personId }: Asked): Promise<void> {
  await sql`delete from arrivals where report_id = ${reportId} and person_id = ${personId}`.execute(tx);
}

async function wake(tx: Tx, { reportId, personId }: Asked): Promise<void> {
  if (personId !== null) await wakeCascades(tx, [{ reportId, personId }]);
}

interface Heard {
  asked: Asked;
  answer: Row<'answers'>;
  option: Row<'answerOptions'> | null;
  messages: number[];
}

function withAnswer(news: News, { asked, answer, option, messages }: Heard): News {
  const { minutes, source, late } = answer;
  const line: LogContent = {
    kind: 'answer',
    data: {
      person: asked.personId,
      report: asked.reportId,
      recipient: asked.recipientId,
      minutes,
      source,
      late,
      option: option?.label ?? null,
      kind: option?.kind ?? null,
    },
  };
  return { ...news, messages: [...news.messages, ...messages], lines: [line, ...news.lines] };
}
