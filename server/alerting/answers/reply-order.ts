import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';
import type { GivenAnswer } from './given-answer.ts';
import type { StoredAnswer } from './write-group.ts';

/**
 * Removes the choice from answers with a newer reply of the same person: providers reorder replies, but the last written
 * one counts. People may share an address. Locks the replies.
 */
export async function inOrderOfWriting(
  tx: Tx,
  reportId: number,
  given: readonly GivenAnswer[],
): Promise<readonly GivenAnswer[]> {
  const written = given.flatMap(({ reply, option }) => (reply ? [{ id: reply.id, chooses: option !== null }] : []));
  if (!written.length) return given;
  const ids = written.map(({ id }) => id);
  await sql`
    select 1 from replies o
    where (o.channel_id, o.from_address) in (select channel_id, from_address from replies where id = any(${ids}))
      and (o.sorted_at is null or exists (
        select 1 from answers a where a.id = o.answer_id and a.report_id = ${reportId}))
    order by o.id for no key update of o`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    with given as (
      select r.*, x.chooses, x.place, m.person_id
      from unnest(${ids}::int[], ${written.map(({ chooses }) => chooses)}::boolean[])
        with ordinality as x (id, chooses, place) join replies r on r.id = x.id
        left join message_recipients m on m.id = r.recipient_id)
    select g.id from given g
    where exists (
      select 1 from replies o join answers a on a.id = o.answer_id
      where o.channel_id = g.channel_id and o.from_address = g.from_address and (o.at, o.id) > (g.at, g.id)
        and a.report_id = ${reportId} and a.option_id is not null
        and (a.recipient_id = g.recipient_id or a.person_id = g.person_id))
    or exists (
      select 1 from given o
      where o.channel_id = g.channel_id and o.from_address = g.from_address and (o.at, o.id) > (g.at, g.id)
        and o.place < g.place and o.chooses and (o.recipient_id = g.recipient_id or o.person_id = g.person_id))`.execute(
    tx,
  );
  const outdated = new Set(rows.map(({ id }) => id));
  return given.map((one) =>
    one.reply && outdated.has(one.reply.id) ? { ...one, option: null, minutes: null, text: one.reply.words } : one,
  );
}

/** Records the answers at their replies. */
export async function noteAnswers(tx: Tx, stored: readonly StoredAnswer[]): Promise<void> {
  const written = stored.flatMap(({ given, answer }) =>
    given.reply ? [{ id: given.reply.id, answer: answer.id }] : [],
  );
  if (!written.length) return;
  await sql`
    update replies r set sorted_at = clock_timestamp(), assigned_at = clock_timestamp(), answer_id = x.answer_id
    from unnest(${written.map(({ id }) => id)}::int[], ${written.map(({ answer }) => answer)}::int[]) as x (id, answer_id)
    where r.id = x.id and r.sorted_at is null`.execute(tx);
}
