import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { isUnwanted } from '#server/alerting/cascade/reached.ts';
import type { Posted } from '#server/channels/channel.ts';
import type { App } from '#server/platform/context.ts';
import { inBatches } from '#server/platform/database/batch.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { Node } from '#server/platform/nodes/node.ts';
import type { Claimed } from './queue/claim.ts';
import { applyReceipts } from './receipts.ts';
import type { AttemptOutcome } from './retry.ts';
import { type Moved, wakeAfter } from './wake-after.ts';

/** Fenced by the claim's epoch. */
export interface AttemptResult extends AttemptOutcome {
  recipient: Pick<Claimed, 'id' | 'epoch' | 'lane'>;
}

interface Recorded extends Moved {
  receipted: boolean;
}

type Parts = Pick<App, 'db' | 'log'>;

const largest = 500;
// Milliseconds to collect results, because statements cost more than rows.
const gathering = { alarms: 2, others: 15 };

/**
 * Records results in batches; resolves after the commit. Alarms don't wait. Retries without the database; pending calls
 * keep their slots. Calls `changed` with changed messages.
 */
export function recordResults(
  { db, log }: Parts,
  node: Pick<Node, 'id'>,
  changed: (messageIds: number[]) => void,
  abandoned: () => boolean,
): (result: AttemptResult) => Promise<void> {
  const write = async (batch: AttemptResult[]): Promise<void> => {
    for (let wait = 50; !abandoned(); wait = Math.min(wait * 2, 1000)) {
      try {
        const recorded = await record(db, node, batch);
        changed(messagesOf(recorded));
        await applyWaiting(db, recorded).then(changed);
        return;
      } catch (error) {
        const { name, code } = error as { name: string; code?: string };
        if (isRefusedData(code)) {
          if (batch.length === 1) {
            // the row is later taken back with an unknown outcome
            log.error({ event: 'result_not_recorded', recipient: batch[0]!.recipient.id, error: name, code });
            return;
          }
          for (const result of batch) await write([result]);
          return;
        }
        await sleep(wait);
      }
    }
  };
  const [alarms, others] = [inBatches(write, largest, gathering.alarms), inBatches(write, largest, gathering.others)];
  return (result) => (result.recipient.lane === 'alarm' ? alarms : others)(result);
}

// SQLSTATE classes that always fail: data, constraints, syntax.
const isRefusedData = (code: string | undefined) => code !== undefined && /^(22|23|42|P0)/.test(code);

async function record(db: Db, node: Pick<Node, 'id'>, results: AttemptResult[]): Promise<Recorded[]> {
  const plain = results.every(({ status, reason, posts }) => status === 'sent' && !reason && !posts);
  if (plain) return update(db, node, results);
  return inTransaction(db, async (tx) => {
    for (const { recipient, posts } of results) if (posts) await keepPosts(tx, node, recipient, posts);
    const recorded = await update(tx, node, results);
    await wakeAfter(tx, recorded);
    return recorded;
  });
}

/** Locks the message before the recipient's row. */
async function keepPosts(
  tx: Tx,
  node: Pick<Node, 'id'>,
  { id, epoch }: AttemptResult['recipient'],
  posts: readonly Posted[],
): Promise<void> {
  await sql`
    update messages set posts = ${JSON.stringify(posts)}::jsonb where id = (
      select message_id from message_recipients where id = ${id} and epoch = ${epoch} and owner = ${node.id})`.execute(
    tx,
  );
}

async function applyWaiting(db: Db, recorded: readonly Recorded[]): Promise<number[]> {
  const recipients = recorded.filter(({ receipted }) => receipted).map(({ id }) => id);
  return recipients.length ? applyReceipts(db, { recipients }) : [];
}

const messagesOf = (recorded: readonly Moved[]) => [...new Set(recorded.map(({ messageId }) => messageId))];

// finds rows by id instead of an index of sending ones
const isSending = sql`coalesce(m.status = 'sending', false)`;

/** Runs the statement that records results, without any. */
export const recordNothing = (db: Db, node: Pick<Node, 'id'>): Promise<unknown> => update(db, node, []);

/**
 * Only changes rows of the same epoch. A retry ends here after its deadline, a stop, an answer, or a reached limit.
 * Locks rows in the order of ids.
 */
async function update(db: Db | Tx, node: Pick<Node, 'id'>, results: AttemptResult[]): Promise<Recorded[]> {
  const column = <T>(value: (result: AttemptResult) => T) => results.map(value);
  const parts = results.flatMap(({ recipient, partIds }) => partIds.map((id) => ({ recipientId: recipient.id, id })));
  const { rows } = await sql<Recorded>`
    with result as (
      select * from unnest(${column((r) => r.recipient.id)}::int[], ${column((r) => r.recipient.epoch)}::int[],
        ${column((r) => r.status)}::text[], ${column((r) => r.reason)}::text[], ${column((r) => r.delay)}::float8[],
        ${column((r) => (r.refund ? 1 : 0))}::int[], ${column((r) => r.maybeDuplicate)}::boolean[],
        ${column((r) => r.untold)}::boolean[], ${column((r) => r.externalId)}::text[])
        as r(id, epoch, status, reason, delay, refund, maybe_duplicate, untold, external_id)),
    part as (
      select * from unnest(${parts.map((part) => part.recipientId)}::int[], ${parts.map((part) => part.id)}::text[])
        as p(recipient_id, external_id)),
    held as (
      select m.id, r.delay, r.refund, r.maybe_duplicate, r.untold, r.external_id,
        case when r.delay is null then null
          when s.status = 'cancelled' then case when p.all_clear_at is null then 'stopped' else 'all_clear' end
          when m.token_hash is not null and exists (select 1 from answers a where a.report_id = m.report_id
            and a.person_id = m.person_id and a.option_id is not null) then 'answered'
          when ${isUnwanted} then 'limit_reached' end as over,
        now() + r.delay * interval '1 second' >= m.valid_until as late, r.status, r.reason
      from message_recipients m join result r on r.id = m.id and r.epoch = m.epoch
      join messages s on s.id = m.message_id join reports p on p.id = m.report_id
      where m.owner = ${node.id} and ${isSending} order by m.id for update of m),
    stored as (
      insert into message_parts (channel_id, external_id, whole)
      select m.channel_id, p.external_id, h.external_id from part p join held h on h.id = p.recipient_id
      join message_recipients m on m.id = h.id order by p.external_id
      on conflict (channel_id, external_id) do update set whole = excluded.whole, status = 'sent', reason = null, at = null)
    update message_recipients m set
      status = case when h.over = 'limit_reached' then 'skipped' when h.over is not null then 'cancelled' when h.late then 'expired' else h.status end,
      status_reason = coalesce(h.over, case when h.late then coalesce(h.reason, 'deadline') else h.reason end),
      owner = case when h.status = 'sent' then m.owner end,
      try_at = case when h.over is null and h.late is not true then now() + h.delay * interval '1 second' end,
      attempts = m.attempts - h.refund, maybe_duplicate = m.maybe_duplicate or h.maybe_duplicate,
      untold = m.untold or h.untold,
      external_id = coalesce(h.external_id, m.external_id),
      sent_at = case when h.status = 'sent' then clock_timestamp() else m.sent_at end
    from held h where m.id = h.id
    returning m.id, m.message_id, m.report_id, m.person_id, m.status, m.external_id is not null and exists (
      select 1 from receipts x where x.channel_id = m.channel_id and (x.external_id = m.external_id
        or x.external_id in (select p.external_id from part p where p.recipient_id = m.id))) as receipted`.execute(db);
  return rows;
}
