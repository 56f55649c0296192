import { sql } from 'kysely';
import { addressOf } from '#server/api/contact-address.ts';
import type { Reply } from '#server/channels/received.ts';
import { adapterFor } from '#server/channels/registry.ts';
import { namedReport } from '#server/channels/rendering/reply-code.ts';
import { storedId, storedMoment, withoutNul } from '#server/channels/told.ts';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { createLimiter, type Limiter } from '#server/platform/limiter.ts';
import { publish } from '#server/platform/live/live.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { cut } from '#shared/cut.ts';
import { answerNote, recordAnswer } from './answers.ts';
import { commandsFor } from './commands.ts';
import { wishIn } from './opt-out-words.ts';
import { takeWish } from './opt-outs.ts';
import { optionsOffered, type StoredReply, settleQuestion } from './reply-questions.ts';
import { type ReplyOption, readReply } from './reply-words.ts';

interface Channel {
  id: number;
  addresses: readonly string[];
}

// the maximum of an index
const longestAddress = 500;

/**
 * Stores replies once, for `sortReplies`. A named recipient counts if the channel asked it at this address, because the
 * id of a running call isn't stored yet.
 */
export async function storeReplies(tx: Tx, channel: Channel, replies: readonly Reply[]): Promise<void> {
  if (!replies.length) return;
  const { default_country: country = 'DE' } = await readSettings(tx, 'default_country');
  const column = <T>(value: (reply: Reply) => T) => replies.map(value);
  const from = (reply: Reply) =>
    channel.addresses.map((kind) => addressOf(kind, reply.from, country)).find(Boolean)?.norm ??
    withoutNul(reply.from.trim()).slice(0, longestAddress);
  const commandOf = await commandsFor(tx, channel.id);
  const commands = column((r) => (r.remark || r.recipientId !== undefined ? null : commandOf(from(r), r)));
  await sql`
    insert into replies (channel_id, external_id, from_address, text, command, in_reply_to, remark, at, recipient_id, event_id)
    select ${channel.id}, x.id, x.from_address, x.text, x.command, x.in_reply_to, x.remark,
      least(coalesce(x.at, clock_timestamp()), clock_timestamp()), r.id, r.event_id
    from unnest(${column((r) => storedId(r.id))}::text[], ${column(from)}::text[], ${column((r) => withoutNul(r.text))}::text[],
      ${commands}::text[],
      ${column((r) => (r.inReplyTo ? storedId(r.inReplyTo) : null))}::text[],
      ${column((r) => r.remark ?? null)}::text[], ${column((r) => storedMoment(r.at))}::timestamptz[],
      ${column((r) => r.recipientId ?? null)}::int[])
      with ordinality as x (id, from_address, text, command, in_reply_to, remark, at, recipient_id, place)
    left join lateral (
      select r.id, p.event_id from message_recipients r
      join reports p on p.id = r.report_id join events e on e.id = p.event_id and e.is_active
      where r.id = x.recipient_id and r.channel_id = ${channel.id} and r.address_norm = x.from_address
        and r.token_hash is not null and r.attempts > 0) r on true
    order by x.place -- of one writer's the last one holds
    on conflict (channel_id, external_id) do nothing`.execute(tx);
  if (commands.some((one) => one !== null)) await publish(tx, { commands: true });
}

type Parts = Pick<App, 'db' | 'jobs'>;

// few, to leave connections to others
const wishesAtOnce = 6;

interface Told {
  channelId: number;
  externalIds: readonly string[];
}

/**
 * Assigns unsorted replies, all or `these`, and records them as answers; ambiguous ones wait in the inbox. Safe to call
 * in parallel.
 */
export async function sortReplies(app: Parts, these?: Told): Promise<void> {
  const among = these
    ? sql`r.channel_id = ${these.channelId} and r.from_address in (
        select from_address from replies where channel_id = ${these.channelId} and external_id = any(${these.externalIds}))`
    : sql`true`;
  const { rows } = await sql<StoredReply>`
    select r.id, r.channel_id, t.identifier as channel_type, c.settings, r.from_address, r.text, r.in_reply_to,
      r.remark, r.recipient_id
    from replies r join channels c on c.id = r.channel_id join channel_types t on t.id = c.channel_type_id
    where r.sorted_at is null and r.command is null and ${among} order by r.at, r.id limit 500`.execute(app.db);
  const failures: unknown[] = [];
  const few = createLimiter(wishesAtOnce, Number.POSITIVE_INFINITY);
  const sortAll = async (replies: StoredReply[]) => {
    for (const reply of replies) await sortReply(app, reply, few).catch((error: unknown) => failures.push(error));
  };
  // one writer's replies in sequence; different writers' in groups
  const writers = Map.groupBy(rows, ({ channelId, fromAddress }) => JSON.stringify([channelId, fromAddress]));
  await Promise.all([...writers.values()].map(sortAll));
  if (failures.length) throw failures[0];
}

async function sortReply(app: Parts, reply: StoredReply, few: Limiter): Promise<void> {
  const wish = reply.recipientId === null && !reply.remark ? wishIn(reply.text) : null;
  if (wish && !(await isOffered(app.db, reply)) && (await few(() => takeWish(app, reply, wish)))) return;
  const question = await settleQuestion(app.db, reply);
  if (!question) return;
  const said = withoutCode(reply.text);
  const { option, minutes, text: rest } = readReply(said, reply.remark ? [] : question.options);
  // keep the words unless the option has them; always keep keys
  const isPressed = adapterFor(reply.channelType, reply.settings)?.shape === 'voice';
  const text = isPressed ? keysOf(said, question.options) : rest && reply.text;
  const answer = await recordAnswer(app, {
    recipientId: question.recipientId,
    option,
    minutes,
    text: cut(text, answerNote.maximum), // the reply itself keeps all of it
    source: reply.channelType,
    requestHash: sha256(`reply ${reply.id}`),
    reply: { id: reply.id, words: cut(reply.text, answerNote.maximum) },
  });
  if (answer.optionId === null) await publish(app.db, { replies: true });
}

/** Returns the keys pressed in a call, or the answer's position. */
function keysOf(said: string, options: readonly ReplyOption[]): string {
  const [code = '', ...minutes] = said.split(' ');
  const place = options.findIndex((option) => option.code === code);
  const byCode = options.every((option) => /^\d$/.test(option.code));
  return byCode || place < 0 ? said : [String(place + 1), ...minutes].join(' ');
}

/** Returns whether an open question offers the words as an option. */
const isOffered = async (db: Db, reply: StoredReply): Promise<boolean> =>
  (await optionsOffered(db, reply)).some((options) => readReply(reply.text, options).option !== null);

/** Returns a reply's text without its report's code. */
export const withoutCode = (text: string): string => namedReport(text)?.rest ?? text;
