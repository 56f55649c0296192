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

/**
 * Writes down who gets a message at which address; later changes of contact data do not touch it. People a stop limit
 * holds back wait as `pending`, those who get nothing are kept as `suppressed` with the reason.
 */
export async function freezeRecipients(
  app: Pick<App, 'secrets'>,
  tx: Tx,
  frozen: Frozen,
  { recipients, dropped }: Resolution,
  asked: (recipient: Recipient) => boolean,
): Promise<void> {
  const order = (a: Recipient, b: Recipient) => Number(b.priority) - Number(a.priority) || a.place - b.place;
  const rows = [
    ...recipients.toSorted(order).map((recipient) => row(recipient, asked(recipient) ? 'queued' : 'pending')),
    ...dropped.toSorted(order).map((recipient) => row(recipient, 'suppressed', recipient.reason)),
  ];
  for (let at = 0; at < rows.length; at += chunk) await insertRows(app, tx, frozen, rows.slice(at, at + chunk));
}

/** The one row of a message on a channel that publishes: it has no person and no address, and is a job like any other. */
export async function freezePost(app: Pick<App, 'secrets'>, tx: Tx, frozen: Frozen): Promise<void> {
  const post = { personId: null, target: '', norm: '', isPrivate: false, via: '', status: 'queued', reason: null };
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
}

const row = (recipient: Recipient, status: string, reason: Dropped['reason'] | null = null): NewRow => ({
  personId: recipient.personId,
  target: recipient.target,
  norm: recipient.norm,
  isPrivate: recipient.isPrivate,
  via: recipient.via.map((path) => path.replaceAll(separator, ' ')).join(separator),
  status,
  reason,
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
      is_private, via, status, status_reason, try_at, valid_until, nonce, token_hash)
    select ${messageId}, ${reportId}, ${channelId}, ${lane}, person_id, target, norm, is_private,
      string_to_array(via, ${separator}), status, reason,
      case when status = 'queued' then ${releaseAt}::timestamptz end,
      case when status = 'queued' then ${releaseAt}::timestamptz + make_interval(mins => ${lifetimeMinutes[lane]}) end,
      nonce, token_hash
    from unnest(${column('personId')}::int[], ${column('target')}::text[], ${column('norm')}::text[],
      ${column('isPrivate')}::boolean[], ${column('via')}::text[], ${column('status')}::text[],
      ${column('reason')}::text[], ${nonces}::bytea[], ${hashes}::bytea[])
      as r (person_id, target, norm, is_private, via, status, reason, nonce, token_hash)`.execute(tx);
}
