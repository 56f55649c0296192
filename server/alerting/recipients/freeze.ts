import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Lane, lifetimeMinutes } from '#server/alerting/messages/lanes.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { sha256OfEach, tokenOf } from '#server/platform/secrets.ts';
import type { Dropped, Recipient } from './resolution.ts';
import { inSlices } from './slices.ts';

/** The common data of all recipients of a launched message. */
export interface Frozen {
  messageId: number;
  reportId: number;
  /** The delivering channel: the exercise channel unless the event is LIVE. */
  channelId: number;
  lane: Lane;
  /** Nothing leaves earlier. */
  releaseAt: Date;
  answers: boolean;
  /** A copied installation's original may have sent it: marks rows as possible duplicates. */
  perhapsSent?: boolean;
  /** For a message that already has recipients: `nextGeneration`. */
  generation?: number;
}

/** Returns the generation for additional recipients, so that a failed address can be used again. */
export async function nextGeneration(tx: Tx, messageId: number): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(generation), 0) + 1 as next from message_recipients where message_id = ${messageId}`.execute(
    tx,
  );
  return rows[0]!.next;
}

const separator = '\u001f';
const nonceBytes = 16;

/** People asked at once, and seconds until each person's step (default 0). */
export interface Turns {
  asked: (recipient: Recipient) => boolean;
  delay?: (recipient: Recipient) => number;
}

type Entry = Recipient & Partial<Pick<Dropped, 'reason'>>;

/**
 * Freezes a message's recipients with addresses. Limited people and later steps are `pending`; people who get nothing
 * are `suppressed` with the reason.
 */
export async function freezeRecipients(
  app: Pick<App, 'secrets'>,
  tx: Tx,
  frozen: Frozen,
  { recipients, dropped }: { recipients: readonly Recipient[]; dropped: readonly Dropped[] },
  turns: Turns,
): Promise<void> {
  const order = (a: Recipient, b: Recipient) => Number(b.priority) - Number(a.priority) || a.place - b.place;
  await freezeInOrder(app, tx, frozen, [...recipients.toSorted(order), ...dropped.toSorted(order)], turns);
}

/** The same in a given order; prepares the next slice while one is written. */
export async function freezeInOrder(
  app: Pick<App, 'secrets'>,
  tx: Tx,
  frozen: Frozen,
  entries: Iterable<Entry>,
  turns: Turns,
): Promise<void> {
  let writing: Promise<unknown> | undefined;
  for await (const slice of inSlices(entries)) {
    const rows = slice.map((entry) => rowOf(entry, turns));
    const keys = keysOf(app, frozen, rows);
    await writing;
    writing = insertRows(tx, frozen, rows, keys);
    writing.catch(() => {}); // awaited with the next slice
  }
  await writing;
}

/** Creates the row of a publication, without person and address. */
export async function freezePost(app: Pick<App, 'secrets'>, tx: Tx, frozen: Frozen): Promise<void> {
  const post = {
    personId: null,
    target: '',
    norm: '',
    isPrivate: false,
    via: [],
    reason: null,
    delay: 0,
    asked: true,
  };
  const unasked = { ...frozen, answers: false };
  await insertRows(tx, unasked, [post], keysOf(app, unasked, [post]));
}

interface NewRow extends Pick<Recipient, 'target' | 'norm' | 'isPrivate' | 'via'> {
  personId: number | null;
  reason: Dropped['reason'] | null;
  delay: number;
  asked: boolean;
}

function rowOf(entry: Entry, { asked, delay = () => 0 }: Turns): NewRow {
  const { personId, target, norm, isPrivate, via, reason = null } = entry;
  const gets = reason === null;
  const isAsked = gets && asked(entry);
  return { personId, target, norm, isPrivate, via, reason, delay: gets ? delay(entry) : 0, asked: isAsked };
}

interface Keys {
  nonces: Buffer;
  /** Null without a question. */
  hashes: Buffer | null;
}

function keysOf({ secrets }: Pick<App, 'secrets'>, { answers }: Frozen, rows: readonly NewRow[]): Keys {
  const nonces = randomBytes(nonceBytes * rows.length);
  if (!answers) return { nonces, hashes: null };
  const token = (at: number) => tokenOf(secrets.link, nonces.subarray(at * nonceBytes, (at + 1) * nonceBytes));
  return { nonces, hashes: sha256OfEach(rows.map((_row, at) => token(at))) };
}

// not async, so that the input can be freed
function insertRows(tx: Tx, frozen: Frozen, rows: readonly NewRow[], { nonces, hashes }: Keys): Promise<unknown> {
  const { messageId, reportId, channelId, lane, releaseAt, perhapsSent = false, generation = 1 } = frozen;
  const column = <T>(value: (row: NewRow) => T) => rows.map(value);
  const paths = [...new Set(column(({ via }) => via))];
  const place = new Map(paths.map((via, at) => [via, at + 1]));
  return sql`
    insert into message_recipients (message_id, report_id, channel_id, lane, person_id, target_address, address_norm,
      is_private, via, status, status_reason, maybe_duplicate, delay_seconds, try_at, valid_until, nonce, token_hash,
      generation)
    select ${messageId}, ${reportId}, ${channelId}, ${lane}, person_id, target, coalesce(norm, target), is_private,
      string_to_array((${paths.map((via) => via.map((path) => path.replaceAll(separator, ' ')).join(separator))}::text[])[via],
        ${separator}),
      status, reason, reason is null and ${perhapsSent}::boolean, delay, case when asked then ${releaseAt}::timestamptz + make_interval(secs => delay) end,
      case when status = 'queued' then ${releaseAt}::timestamptz + make_interval(mins => ${lifetimeMinutes[lane]}) end,
      substring(${nonces}::bytea from ((place - 1) * 16 + 1)::int for 16),
      case when reason is null then substring(${hashes}::bytea from ((place - 1) * 32 + 1)::int for 32) end,
      ${generation}::int
    from unnest(${column((row) => row.personId)}::int[], ${column((row) => row.target)}::text[],
      ${column((row) => (row.norm === row.target ? null : row.norm))}::text[],
      ${column((row) => row.isPrivate)}::boolean[], ${column((row) => place.get(row.via)!)}::int[],
      ${column((row) => row.reason)}::text[], ${column((row) => row.delay)}::int[],
      ${column((row) => row.asked)}::boolean[]) with ordinality
      as r (person_id, target, norm, is_private, via, reason, delay, asked, place)
    cross join lateral (
      select case when reason is not null then 'suppressed' when asked and delay = 0 then 'queued' else 'pending' end
        as status) s
    order by place`.execute(tx);
}
