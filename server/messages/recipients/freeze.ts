import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '#server/context.ts';
import type { Tx } from '#server/database/connect.ts';
import { type Lane, lifetimeMinutes } from '#server/messages/lanes.ts';
import { sha256, tokenOf } from '#server/secrets.ts';
import type { Dropped, Recipient, Resolution } from './resolution.ts';

/** What all recipients of one launched message have in common. */
export interface Frozen {
  messageId: number;
  reportId: number;
  /** The channel that delivers: of an event that is not LIVE always the exercise channel. */
  channelId: number;
  lane: Lane;
  /** Nothing leaves before. */
  releaseAt: Date;
  /** Answers are asked for: each recipient gets a link of their own. */
  answers: boolean;
}

const chunk = 5_000;
const separator = '\u001f';

/** Who is asked at once, and after how many seconds each person's step on this channel comes (by default none). */
export interface Turns {
  asked: (recipient: Recipient) => boolean;
  delays?: ReadonlyMap<number, number> | undefined;
}

/**
 * Writes down who gets a message at which address; later changes of contact data do not touch it. People a stop limit
 * holds back wait as `pending`, as does a later step for its moment; those who get nothing are kept as `suppressed` with the reason.
 */
export async function freezeRecipients(
  app: Pick<App, 'secrets'>,
  tx: Tx,
  frozen: Frozen,
  { recipients, dropped }: Pick<Resolution, 'recipients' | 'dropped'>,
  { asked, delays }: Turns,
): Promise<void> {
  const order = (a: Recipient, b: Recipient) => Number(b.priority) - Number(a.priority) || a.place - b.place;
  const rows = [
    ...recipients.toSorted(order).map((recipient) => {
      const delay = delays?.get(recipient.personId) ?? 0;
      return row(recipient, asked(recipient) && delay === 0 ? 'queued' : 'pending', { delay, asked: asked(recipient) });
    }),
    ...dropped.toSorted(order).map((recipient) => row(recipient, 'suppressed', { reason: recipient.reason })),
  ];
  for (let at = 0; at < rows.length; at += chunk) await insertRows(app, tx, frozen, rows.slice(at, at + chunk));
}

/** The one row of a message on a channel that publishes: it has no person and no address, and is a job like any other. */
export async function freezePost(app: Pick<App, 'secrets'>, tx: Tx, frozen: Frozen): Promise<void> {
  const post = {
    personId: null,
    target: '',
    norm: '',
    isPrivate: false,
    via: '',
    status: 'queued',
    reason: null,
    delay: 0,
    asked: true,
  };
  await insertRows(app, tx, { ...frozen, answers: false }, [post]);
}

interface NewRow {
  personId: number | null;
  target: string;
  norm: string;
  isPrivate: boolean;
  via: string;
  status: string;
  reason: string | null;
  delay: number;
  asked: boolean;
}

const row = (
  recipient: Recipient,
  status: string,
  { reason = null, delay = 0, asked = false }: { reason?: Dropped['reason'] | null; delay?: number; asked?: boolean },
): NewRow => ({
  personId: recipient.personId,
  target: recipient.target,
  norm: recipient.norm,
  isPrivate: recipient.isPrivate,
  via: recipient.via.map((path) => path.replaceAll(separator, ' ')).join(separator),
  status,
  reason,
  delay,
  asked,
});

async function insertRows(app: Pick<App, 'secrets'>, tx: Tx, frozen: Frozen, rows: readonly NewRow[]): Promise<void> {
  const { messageId, reportId, channelId, lane, releaseAt, answers } = frozen;
  const nonces = rows.map(() => randomBytes(16));
  const hashes = nonces.map((nonce, at) =>
    answers && rows[at]!.status !== 'suppressed' ? sha256(tokenOf(app.secrets.link, nonce)) : null,
  );
  const column = <K extends keyof NewRow>(key: K) => rows.map((entry) => entry[key]);
  await sql`
    insert into message_recipients (message_id, report_id, channel_id, lane, person_id, target_address, address_norm,
      is_private, via, status, status_reason, delay_seconds, try_at, valid_until, nonce, token_hash)
    select ${messageId}, ${reportId}, ${channelId}, ${lane}, person_id, target, norm, is_private,
      string_to_array(via, ${separator}), status, reason, delay,
      case when asked then ${releaseAt}::timestamptz + make_interval(secs => delay) end,
      case when status = 'queued' then ${releaseAt}::timestamptz + make_interval(mins => ${lifetimeMinutes[lane]}) end,
      nonce, token_hash
    from unnest(${column('personId')}::int[], ${column('target')}::text[], ${column('norm')}::text[],
      ${column('isPrivate')}::boolean[], ${column('via')}::text[], ${column('status')}::text[],
      ${column('reason')}::text[], ${column('delay')}::int[], ${column('asked')}::boolean[], ${nonces}::bytea[], ${hashes}::bytea[])
      as r (person_id, target, norm, is_private, via, status, reason, delay, asked, nonce, token_hash)`.execute(tx);
}
