import { sql } from 'kysely';
import { adapterFor } from '#server/channels/registry.ts';
import { namedReport } from '#server/channels/rendering/reply-code.ts';
import { batchByKey, type ItemOutcome } from '#server/platform/database/batch-by-key.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { perDatabase } from '#server/platform/database/per-database.ts';
import { publish } from '#server/platform/live/live.ts';
import type { ReplyOption } from './reply-words.ts';

/** A stored reply with its data. */
export interface StoredReply {
  id: number;
  channelId: number;
  channelType: string;
  settings: unknown;
  fromAddress: string;
  text: string;
  inReplyTo: string | null;
  /** Why it chooses nothing. */
  remark: string | null;
  /** Already found, but not recorded yet. */
  recipientId: number | null;
}

/** The question of a reply. */
export interface Settled {
  recipientId: number;
  /** Its options, in order. */
  options: readonly ReplyOption[];
}

const groupsOf = perDatabase(({ db }: { db: Db }) => ({
  settle: batchByKey((_all: 'all', replies: readonly StoredReply[]) => settleAll(db, replies)),
  offered: batchByKey((_all: 'all', replies: readonly StoredReply[]) => offeredTo(db, replies)),
}));

/**
 * Stores a reply's question before the answer, so that parallel calls use the same one. Null if ambiguous: it waits in
 * the inbox.
 */
export const settleQuestion = (db: Db, reply: StoredReply): Promise<Settled | null> =>
  groupsOf({ db }).settle('all', reply);

/** Returns the options of open questions that the reply may answer. */
export const optionsOffered = (db: Db, reply: StoredReply): Promise<readonly (readonly ReplyOption[])[]> =>
  groupsOf({ db }).offered('all', reply);

async function settleAll(db: Db, replies: readonly StoredReply[]): Promise<ItemOutcome<Settled | null>[]> {
  const open = replies.filter(({ recipientId }) => recipientId === null);
  const [found, named] = await Promise.all([findQuestions(db, open), eventsOf(db, open)]);
  const chosen = open.map((reply, at) => choose(reply, found[at]!, named.get(at) ?? null));
  const known = new Map(replies.map(({ id, recipientId }) => [id, recipientId]));
  for (const [id, recipientId] of await storeQuestions(db, chosen)) known.set(id, recipientId);
  const options = await optionsOf(
    db,
    [...known.values()].filter((id) => id !== null),
  );
  return replies.map(({ id }) => {
    const recipientId = known.get(id) ?? null;
    return { result: recipientId === null ? null : { recipientId, options: options.get(recipientId) ?? [] } };
  });
}

interface Choice {
  id: number;
  question: AskedQuestion | null;
  eventId: number | null;
}

function choose(reply: StoredReply, found: Candidate[], named: number | null): Choice {
  const questions = ofWriter(found);
  const forgeable = adapterFor(reply.channelType, reply.settings)?.forgeable ?? false;
  const question = meantQuestion(forgeable ? surely(found) : questions, namedReport(reply.text)?.reportId ?? null);
  const events = new Set(questions.map(({ eventId }) => eventId));
  const own = events.size === 1 ? [...events][0]! : found.length ? null : named;
  return { id: reply.id, question, eventId: question?.eventId ?? own };
}

async function storeQuestions(db: Db, chosen: readonly Choice[]): Promise<[id: number, recipientId: number | null][]> {
  if (!chosen.length) return [];
  const ids = chosen.map(({ id }) => id);
  const { rows } = await sql<{ id: number; recipientId: number | null }>`
    update replies r set event_id = x.event_id, recipient_id = x.recipient_id,
      sorted_at = case when x.recipient_id is null then clock_timestamp() end
    from unnest(${ids}::int[], ${chosen.map(({ eventId }) => eventId)}::int[],
      ${chosen.map(({ question }) => question?.recipientId ?? null)}::int[]) as x (id, event_id, recipient_id)
    where r.id = x.id and r.sorted_at is null and r.recipient_id is null returning r.id, r.recipient_id`.execute(db);
  const stored = new Set(rows.map(({ id }) => id));
  const waiting = chosen.filter(({ id, question }) => stored.has(id) && !question);
  if (waiting.length) await publish(db, { replies: true, event: waiting.flatMap(({ eventId }) => eventId ?? []) });
  const others = ids.filter((id) => !stored.has(id));
  const settled = others.length
    ? await db.selectFrom('replies').select(['id', 'recipientId']).where('id', 'in', others).execute()
    : [];
  return [...rows, ...settled].map(({ id, recipientId }) => [id, recipientId]);
}

async function offeredTo(db: Db, replies: readonly StoredReply[]): Promise<ItemOutcome<(readonly ReplyOption[])[]>[]> {
  const found = await findQuestions(db, replies);
  const open = found.map((questions) => questions.filter((question) => question.open));
  const options = await optionsOf(
    db,
    open.flat().map(({ recipientId }) => recipientId),
  );
  return open.map((questions) => ({ result: questions.map(({ recipientId }) => options.get(recipientId) ?? []) }));
}

async function optionsOf(db: Db, recipientIds: readonly number[]): Promise<Map<number, ReplyOption[]>> {
  if (!recipientIds.length) return new Map();
  const { rows } = await sql<ReplyOption & { recipientId: number }>`
    select r.id as recipient_id, o.code, o.label, o.label_en, coalesce(o.safety, o.kind) as kind, o.ask_minutes from answer_options o
    join message_recipients r on r.report_id = o.report_id
    where r.id = any(${recipientIds}) order by o.sort_order, o.id`.execute(db);
  return Map.groupBy(rows, ({ recipientId }) => recipientId);
}

/** A question to the writer over the channel. */
export interface AskedQuestion {
  recipientId: number;
  reportId: number;
  eventId: number;
  /** The event is running, and answers count. */
  open: boolean;
  answered: boolean;
}

// short replies can't refer to events that ended earlier
const lateFor = '1 day';

interface Candidate extends AskedQuestion {
  /** It belongs to the answered message. */
  meant: boolean;
  /** Its person's address is the reply's. */
  own: boolean;
}

/** Returns the answered message's question and all to the address, by report and person. */
async function findQuestions(db: Db, replies: readonly StoredReply[]): Promise<Candidate[][]> {
  if (!replies.length) return [];
  // separate lookups, because no index serves both
  const asked = sql`select id, report_id, person_id, address_norm, external_id, attempts, sent_at from message_recipients`;
  const { rows } = await sql<Candidate & { place: number }>`
    select distinct on (x.place, r.report_id, r.person_id) x.place, r.id as recipient_id, r.report_id, p.event_id,
      coalesce(r.external_id = x.in_reply_to, false) as meant,
      bool_or(r.address_norm = x.from_address) over (partition by x.place, r.report_id, r.person_id) as own,
      e.is_running and coalesce(p.answer_until > clock_timestamp(), true) as open,
      exists (select 1 from answers a where a.report_id = r.report_id and a.option_id is not null
        and (a.person_id = r.person_id or a.recipient_id = r.id)) as answered
    from ${repliesAs(replies)}
    cross join lateral (
      ${asked} where channel_id = x.channel_id and address_norm = x.from_address and token_hash is not null
      union ${asked} where channel_id = x.channel_id and external_id = x.in_reply_to and token_hash is not null) r
    join reports p on p.id = r.report_id join events e on e.id = p.event_id and e.is_active
    where r.attempts > 0 and (e.is_running or coalesce(e.finished_at, r.sent_at) > clock_timestamp() - ${lateFor}::interval)
    order by x.place, r.report_id, r.person_id, meant desc, r.id desc`.execute(db);
  const found = Map.groupBy(rows, ({ place }) => place);
  return replies.map((_reply, at) => found.get(at + 1) ?? []);
}

const repliesAs = (replies: readonly StoredReply[]) => sql`
  unnest(${replies.map(({ channelId }) => channelId)}::int[], ${replies.map(({ fromAddress }) => fromAddress)}::text[],
    ${replies.map(({ inReplyTo }) => inReplyTo)}::text[]) with ordinality as x (channel_id, from_address, in_reply_to, place)`;

/** Returns events of answered messages without question, by position. */
async function eventsOf(db: Db, replies: readonly StoredReply[]): Promise<Map<number, number>> {
  if (!replies.some(({ inReplyTo }) => inReplyTo !== null)) return new Map();
  const { rows } = await sql<{ place: number; eventId: number }>`
    select distinct on (x.place) x.place, p.event_id
    from ${repliesAs(replies)} join message_recipients r on r.channel_id = x.channel_id and r.external_id = x.in_reply_to
    join reports p on p.id = r.report_id order by x.place`.execute(db);
  return new Map(rows.map(({ place, eventId }) => [place - 1, eventId]));
}

/**
 * Returns the question of an unproven sender: only the named message's, and only if the sender isn't another person
 * with the same question.
 */
function surely(found: Candidate[]): AskedQuestion[] {
  const meant = found.filter((question) => question.meant);
  const isAnother = ({ own, reportId }: Candidate) => own && meant.some((one) => !one.own && one.reportId === reportId);
  return found.some(isAnother) ? [] : meant;
}

/**
 * Returns the writer's questions: the answered message's, otherwise all. An answer to a forwarded message counts for
 * its writer, and for the recipient only if no writer has the question.
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
 * Returns the question named by code, otherwise the only unanswered, the only changeable, or the only recent one. Null
 * if ambiguous.
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
