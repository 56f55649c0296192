import { sql } from 'kysely';
import type { Reply } from '#server/channels/channel.ts';
import { adapterFor } from '#server/channels/registry.ts';
import { storedId, storedMoment, withoutNul } from '#server/channels/told.ts';
import { addressOf } from '#server/contact-address.ts';
import type { App } from '#server/context.ts';
import type { Db, Tx } from '#server/database/connect.ts';
import { createLimiter } from '#server/limiter.ts';
import { publish } from '#server/live/live.ts';
import { namedReport } from '#server/rendering/reply-code.ts';
import { sha256 } from '#server/secrets.ts';
import { readSettings } from '#server/settings/settings.ts';
import { cut } from '#shared/cut.ts';
import { answerNote, recordAnswer } from './answers.ts';
import { commandsFor } from './commands.ts';
import { wishIn } from './opt-out-words.ts';
import { takeWish } from './opt-outs.ts';
import { type ReplyOption, readReply } from './reply-words.ts';

/** The channel that replies came over. */
interface Channel {
  id: number;
  /** Kinds of address its people have. */
  addresses: readonly string[];
}

/** Stores what people wrote back over a channel, each reply once; `sortReplies` finds what it answers. */
export async function storeReplies(tx: Tx, channel: Channel, replies: readonly Reply[]): Promise<void> {
  if (!replies.length) return;
  const { default_country: country = 'DE' } = await readSettings(tx, 'default_country');
  const column = <T>(value: (reply: Reply) => T) => replies.map(value);
  const from = (reply: Reply) =>
    channel.addresses.map((kind) => addressOf(kind, reply.from, country)).find(Boolean)?.norm ??
    withoutNul(reply.from.trim());
  const commandOf = await commandsFor(tx, channel.id);
  await sql`
    insert into replies (channel_id, external_id, from_address, text, command, in_reply_to, at)
    select ${channel.id}, id, from_address, text, command, in_reply_to,
      least(coalesce(at, clock_timestamp()), clock_timestamp())
    from unnest(${column((r) => storedId(r.id))}::text[], ${column(from)}::text[], ${column((r) => withoutNul(r.text))}::text[],
      ${column((r) => commandOf(from(r), r))}::text[],
      ${column((r) => (r.inReplyTo ? storedId(r.inReplyTo) : null))}::text[], ${column((r) => storedMoment(r.at))}::timestamptz[])
      with ordinality as x (id, from_address, text, command, in_reply_to, at, place)
    order by place -- of one writer's the last one holds
    on conflict (channel_id, external_id) do nothing`.execute(tx);
}

interface Stored {
  id: number;
  channelId: number;
  channelType: string;
  settings: unknown;
  fromAddress: string;
  text: string;
  inReplyTo: string | null;
  /** Found already, but not recorded yet. */
  recipientId: number | null;
}

type Parts = Pick<App, 'db' | 'jobs'>;

// a few, of the connections that others need as well
const writersAtOnce = 6;

/** Replies by what their provider calls them. */
interface Told {
  channelId: number;
  externalIds: readonly string[];
}

/**
 * Finds the question of every stored reply that was not looked at yet, of those who wrote these or of all, and records it as
 * an answer; one whose question is not clear waits in the inbox of its event, or of none. Any number of processes may do it at once.
 */
export async function sortReplies(app: Parts, these?: Told): Promise<void> {
  const among = these
    ? sql`r.channel_id = ${these.channelId} and r.from_address in (
        select from_address from replies where channel_id = ${these.channelId} and external_id = any(${these.externalIds}))`
    : sql`true`;
  const { rows } = await sql<Stored>`
    select r.id, r.channel_id, t.identifier as channel_type, c.settings, r.from_address, r.text, r.in_reply_to,
      r.recipient_id
    from replies r join channels c on c.id = r.channel_id join channel_types t on t.id = c.channel_type_id
    where r.sorted_at is null and r.command is null and ${among} order by r.at, r.id limit 500`.execute(app.db);
  const failures: unknown[] = [];
  const few = createLimiter(writersAtOnce, Number.POSITIVE_INFINITY);
  const sortAll = async (replies: Stored[]) => {
    for (const reply of replies) await sortReply(app, reply).catch((error: unknown) => failures.push(error));
  };
  // what one writes comes one after the other, what different people write is recorded in groups
  const writers = Map.groupBy(rows, ({ channelId, fromAddress }) => JSON.stringify([channelId, fromAddress]));
  await Promise.all([...writers.values()].map((replies) => few(() => sortAll(replies))));
  if (failures.length) throw failures[0];
}

async function sortReply(app: Parts, reply: Stored): Promise<void> {
  const wish = reply.recipientId === null ? wishIn(reply.text) : null;
  if (wish && !(await isOffered(app.db, reply)) && (await takeWish(app, reply, wish))) return;
  const recipientId = reply.recipientId ?? (await settleQuestion(app.db, reply));
  if (recipientId === null) return;
  const said = withoutCode(reply.text);
  const options = await optionsFor(app.db, recipientId);
  const { option, minutes, text: rest } = readReply(said, options);
  // what is written is quoted as it was, unless the option says it all; pressed keys are always told
  const isPressed = adapterFor(reply.channelType, reply.settings)?.shape === 'voice';
  const text = isPressed ? keysOf(said, options) : rest && reply.text;
  const answer = await recordAnswer(app, {
    recipientId,
    option,
    minutes,
    text: cut(text, answerNote.maximum), // the reply itself keeps all of it
    source: reply.channelType,
    requestHash: sha256(`reply ${reply.id}`),
    reply: { id: reply.id, words: cut(reply.text, answerNote.maximum) },
  });
  if (answer.optionId === null) await publish(app.db, { replies: true });
}

/** The keys that were pressed in a call: where codes are no keys, an answer's is its place. */
function keysOf(said: string, options: readonly ReplyOption[]): string {
  const [code = '', ...minutes] = said.split(' ');
  const place = options.findIndex((option) => option.code === code);
  const byCode = options.every((option) => /^\d$/.test(option.code));
  return byCode || place < 0 ? said : [String(place + 1), ...minutes].join(' ');
}

/** Whether a question that the reply may answer offers its words as an answer. */
async function isOffered(db: Db, reply: Stored): Promise<boolean> {
  const open = (await findQuestions(db, reply)).filter((question) => question.open);
  const options = await Promise.all(open.map(({ recipientId }) => optionsFor(db, recipientId)));
  return options.some((some) => readReply(reply.text, some).option !== null);
}

/** Stores which question the reply answers, before it is answered: whoever sorts it at the same time takes that one. */
async function settleQuestion(db: Db, reply: Stored): Promise<number | null> {
  const found = await findQuestions(db, reply);
  const questions = ofWriter(found);
  const forgeable = adapterFor(reply.channelType, reply.settings)?.forgeable ?? false;
  const question = meantQuestion(forgeable ? surely(found) : questions, namedReport(reply.text)?.reportId ?? null);
  const events = new Set(questions.map(({ eventId }) => eventId));
  const named = found.length ? null : await eventOf(db, reply);
  const eventId = question?.eventId ?? (events.size === 1 ? [...events][0]! : named);
  const { rows } = await sql<{ recipientId: number | null }>`
    update replies set event_id = ${eventId}, recipient_id = ${question?.recipientId ?? null},
      sorted_at = case when ${question === null} then clock_timestamp() end
    where id = ${reply.id} and sorted_at is null and recipient_id is null returning recipient_id`.execute(db);
  if (rows[0] && !question) await publish(db, { replies: true, event: eventId === null ? [] : [eventId] });
  if (rows[0]) return rows[0].recipientId;
  const other = await db.selectFrom('replies').select('recipientId').where('id', '=', reply.id).executeTakeFirst();
  return other?.recipientId ?? null;
}

/** What a reply says besides the code of its report. */
export const withoutCode = (text: string): string => namedReport(text)?.rest ?? text;

/** The options that a question offers, in their order. */
export async function optionsFor(db: Db | Tx, recipientId: number): Promise<ReplyOption[]> {
  const { rows } = await sql<ReplyOption>`
    select o.code, o.label, o.kind, o.ask_minutes from answer_options o
    join message_recipients r on r.report_id = o.report_id
    where r.id = ${recipientId} order by o.sort_order, o.id`.execute(db);
  return rows;
}

/** Something the writer was asked over the channel. */
export interface AskedQuestion {
  recipientId: number;
  reportId: number;
  eventId: number;
  /** The event is running, and answers count. */
  open: boolean;
  answered: boolean;
}

// An event that ended longer ago is nothing a reply without more words could mean.
const lateFor = '1 day';

interface Candidate extends AskedQuestion {
  /** It is the message that is answered. */
  meant: boolean;
  /** Its person was asked at the address that the reply comes from. */
  own: boolean;
}

/** What the message that is answered asks, and everything asked at the reply's address, a line per report and person. */
async function findQuestions(db: Db, { channelId, fromAddress, inReplyTo }: Stored): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select distinct on (r.report_id, r.person_id) r.id as recipient_id, r.report_id, p.event_id,
      coalesce(r.external_id = ${inReplyTo}, false) as meant,
      bool_or(r.address_norm = ${fromAddress}) over (partition by r.report_id, r.person_id) as own,
      e.is_running and coalesce(p.answer_until > clock_timestamp(), true) as open,
      exists (select 1 from answers a where a.report_id = r.report_id and a.option_id is not null
        and (a.person_id = r.person_id or a.recipient_id = r.id)) as answered
    from message_recipients r join reports p on p.id = r.report_id join events e on e.id = p.event_id and e.is_active
    where r.channel_id = ${channelId} and r.token_hash is not null and r.attempts > 0
      and (r.address_norm = ${fromAddress} or r.external_id = ${inReplyTo})
      and (e.is_running or coalesce(e.finished_at, r.sent_at) > clock_timestamp() - ${lateFor}::interval)
    order by r.report_id, r.person_id, meant desc, r.id desc`.execute(db);
  return rows;
}

/** The event of the message that is answered, where it asked nothing. */
async function eventOf(db: Db, { channelId, inReplyTo }: Stored): Promise<number | null> {
  const { rows } = await sql<{ eventId: number }>`
    select p.event_id from message_recipients r join reports p on p.id = r.report_id
    where r.channel_id = ${channelId} and r.external_id = ${inReplyTo} limit 1`.execute(db);
  return rows[0]?.eventId ?? null;
}

/**
 * What a reply answers whose sender may be anybody: only the message it names, and not even that when the sender is given
 * as another one who was asked the same.
 */
function surely(found: Candidate[]): AskedQuestion[] {
  const meant = found.filter((question) => question.meant);
  const isAnother = ({ own, reportId }: Candidate) => own && meant.some((one) => !one.own && one.reportId === reportId);
  return found.some(isAnother) ? [] : meant;
}

/**
 * What the writer was asked: what concerns them of the message that is answered, or else everything. Somebody who answers
 * what was passed on answers for themself, and for the person it was written to only when nobody was asked at their address.
 */
function ofWriter(found: Candidate[]): AskedQuestion[] {
  const meant = found.filter((question) => question.meant);
  if (!meant.length) return found;
  const own = found.filter((question) => question.own);
  if (!own.length) return meant;
  const exact = meant.filter((question) => question.own);
  return exact.length ? exact : own.filter(({ reportId }) => meant.some((one) => one.reportId === reportId));
}

/**
 * The question a reply answers: the one its code names; else the only one that waits for an answer, the only one whose
 * answer can still change, the only one of late. Null when that is not clear.
 */
export function meantQuestion(questions: readonly AskedQuestion[], reportId: number | null): AskedQuestion | null {
  const only = (some: AskedQuestion[]) => (some.length === 1 ? some[0]! : null);
  if (reportId !== null) return only(questions.filter((question) => question.reportId === reportId));
  const tiers = [
    questions.filter(({ open, answered }) => open && !answered),
    questions.filter(({ open, answered }) => open && answered),
    questions.filter(({ open }) => !open),
  ];
  return only(tiers.find((tier) => tier.length > 0) ?? []);
}
