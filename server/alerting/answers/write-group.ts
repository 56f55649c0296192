import { type RawBuilder, sql } from 'kysely';
import { insertWakes } from '#server/alerting/cascade/cascade.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import type { CheckedAnswer } from './given-answer.ts';

/** A stored answer. */
export interface StoredAnswer extends CheckedAnswer {
  answer: Row<'answers'>;
  /** False: a repeated submission without further effects. */
  isNew: boolean;
}

/** Stores answers to a report, in order. */
export async function storeAnswers(
  tx: Tx,
  reportId: number,
  checked: readonly CheckedAnswer[],
): Promise<StoredAnswer[]> {
  const column = <T>(value: (answer: CheckedAnswer) => T) => checked.map(value);
  const { rows } = await sql<Row<'answers'>>`
    insert into answers (report_id, person_id, recipient_id, option_id, minutes, overdue_at, text, source, at, by_user_id,
      late, request_hash)
    select ${reportId}::int, person_id, recipient_id, option_id, minutes,
      coalesce(given_at, clock_timestamp()) + make_interval(mins => overdue), text, source,
      coalesce(given_at, clock_timestamp()), by_user_id, late, request_hash
    from unnest(${column((a) => a.personId)}::int[], ${column((a) => a.recipientId)}::int[],
      ${column((a) => a.option?.id ?? null)}::int[], ${column((a) => a.minutes)}::int[], ${column((a) => a.overdue)}::int[],
      ${column((a) => a.given.text)}::text[], ${column((a) => a.given.source)}::text[],
      ${column((a) => a.given.at ?? null)}::timestamptz[],
      ${column((a) => a.given.by ?? null)}::int[], ${column((a) => a.late)}::boolean[],
      ${column((a) => a.given.requestHash ?? null)}::bytea[]) with ordinality
      as x (person_id, recipient_id, option_id, minutes, overdue, text, source, given_at, by_user_id, late, request_hash,
        place)
    order by place
    on conflict (recipient_id, request_hash) do nothing returning *`.execute(tx);
  // in the same order, with gaps for repetitions
  const stored = rows.values();
  let next = stored.next().value;
  const found = checked.map((one) => {
    if (!next || keyOf(next) !== keyOf({ ...one, requestHash: one.given.requestHash }))
      return { one, answer: undefined };
    const answer = next;
    next = stored.next().value;
    return { one, answer };
  });
  const first = await findFirst(
    tx,
    found.filter(({ answer }) => !answer).map(({ one }) => one),
  );
  return found.map(({ one, answer }) => {
    if (answer) return { ...one, answer, isNew: true };
    return { ...one, answer: first.get(keyOf({ ...one, requestHash: one.given.requestHash }))!, isNew: false };
  });
}

/** Returns answers that repeat a stored or earlier one. */
export async function findRepeated(tx: Tx, checked: readonly CheckedAnswer[]): Promise<Set<CheckedAnswer>> {
  const hashed = checked.filter(({ given }) => given.requestHash);
  const known = new Set((await findFirst(tx, hashed)).keys());
  const repeated = new Set<CheckedAnswer>();
  for (const one of hashed) {
    const key = keyOf({ ...one, requestHash: one.given.requestHash });
    if (known.has(key)) repeated.add(one);
    known.add(key);
  }
  return repeated;
}

const keyOf = (one: { recipientId: number | null; requestHash?: Buffer | null | undefined }) =>
  `${one.recipientId} ${one.requestHash?.toString('hex') ?? ''}`;

async function findFirst(tx: Tx, again: readonly CheckedAnswer[]): Promise<Map<string, Row<'answers'>>> {
  if (!again.length) return new Map();
  const { rows } = await sql<Row<'answers'>>`
    select a.* from answers a
    join unnest(${again.map((one) => one.recipientId)}::int[], ${again.map((one) => one.given.requestHash)}::bytea[])
      as x (recipient_id, request_hash) on a.recipient_id = x.recipient_id and a.request_hash = x.request_hash`.execute(
    tx,
  );
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** SQL: an unsent row on another channel with the same question. */
export const mayBeCancelled = (row: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(${row}.token_hash is not null and ${row}.status in ${recipientStates.cancellable})`;

/** Cancels people's unsent messages with the same question, and wakes their stop limits; returns the messages. */
export async function cancelOthers(tx: Tx, reportId: number, people: readonly number[]): Promise<number[]> {
  if (!people.length) return [];
  const { rows } = await sql<{ messageId: number }>`
    with held as materialized (
      select id from message_recipients r
      where report_id = ${reportId} and person_id = any(${people}) and ${mayBeCancelled(sql`r`)}
      order by id for no key update),
    cancelled as (
      update message_recipients r set status = 'cancelled', status_reason = 'answered', try_at = null
      from held where r.id = held.id and r.status in ${recipientStates.cancellable}),
    woken as (${insertWakes(people.map((personId) => ({ reportId, personId })))})
    select distinct message_id from message_recipients
    where report_id = ${reportId} and person_id = any(${people})`.execute(tx);
  return rows.map((row) => row.messageId);
}

/** Removes the arrivals of people who aren't coming. */
export async function forgetArrivals(tx: Tx, reportId: number, people: readonly number[]): Promise<void> {
  if (!people.length) return;
  await sql`delete from arrivals where report_id = ${reportId} and person_id = any(${people})`.execute(tx);
}
