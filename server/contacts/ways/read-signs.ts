import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';

const messagesAtOnce = 200;
// short, also for a year's messages after an update
const recipientsAtOnce = 50_000;
const readDays = 400;
// answers between two runs; older ones were read with messages
const newestRows = 20_000;

/** Others concern a person or the channel. */
const bounceReasons = ['address_invalid', 'address_unknown', 'mailbox_full', 'mailbox_missing', 'undelivered'];

/**
 * Reads signs of life and failures from receipts, answers and replies, outside of delivery, so that alarms cost
 * nothing. Operators' answers prove no way.
 */
export async function readSigns(db: Db): Promise<void> {
  let last: number | null = 0;
  while (last !== null) last = await readAfter(db, last);
  await readAnswers(db);
}

const readAfter = (db: Db, last: number) => inTransaction(db, (tx) => readResults(tx, last));

/** Reads the next messages after `last`; returns the last read, or null. */
async function readResults(tx: Tx, last: number): Promise<number | null> {
  const { rows } = await sql<{ id: number; moves: string }>`
    select id, moves::text from (
      select m.id, sum(t.moves) as moves, m.recipient_count,
        sum(m.recipient_count) over (order by m.id) as recipients
      from messages m join message_tallies t on t.message_id = m.id
      join reports p on p.id = m.report_id join events e on e.id = p.event_id and e.mode = 'LIVE'
      join channels c on c.id = m.channel_id join channel_types k on k.id = c.channel_type_id and k.identifier <> 'exercise'
      left join way_sign_reads d on d.message_id = m.id
      where m.id > ${last} and m.launched_at > now() - make_interval(days => ${readDays})
      group by m.id, d.moves having sum(t.moves) is distinct from d.moves) x
    where recipients - recipient_count < ${recipientsAtOnce} order by id limit ${messagesAtOnce}`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (!ids.length) return null;
  await sql`
    insert into way_signs as w (person_id, address, confirmed_at, failed_at)
    select r.person_id, r.address_norm,
      max(greatest(case when r.status in ${recipientStates.confirmed} then coalesce(r.delivered_at, r.sent_at) end, a.at)),
      max(case when r.status = 'failed' and r.status_reason = any(${bounceReasons}::text[])
        then coalesce(r.sent_at, r.claimed_at, m.launched_at) end)
    from message_recipients r join messages m on m.id = r.message_id
    join people p on p.id = r.person_id and p.erased_at is null
    left join answers a on a.recipient_id = r.id and a.by_user_id is null
    where r.message_id = any(${ids}::int[]) and r.address_norm !~ '^(erased:|$)'
      and (r.status in ${recipientStates.confirmed} or r.status = 'failed' or a.id is not null)
    group by r.person_id, r.address_norm order by r.person_id, r.address_norm
    on conflict (person_id, address) do update set ${later}
    where w.confirmed_at is distinct from greatest(w.confirmed_at, excluded.confirmed_at)
      or w.failed_at is distinct from greatest(w.failed_at, excluded.failed_at)`.execute(tx);
  await sql`
    insert into way_sign_reads (message_id, moves)
    select id, moves from unnest(${ids}::int[], ${rows.map(({ moves }) => moves)}::bigint[]) as x (id, moves)
    on conflict (message_id) do update set moves = excluded.moves`.execute(tx);
  return ids.at(-1)!;
}

const later = sql`confirmed_at = greatest(w.confirmed_at, excluded.confirmed_at),
  failed_at = greatest(w.failed_at, excluded.failed_at)`;

/** Reads answers and replies, perhaps later than receipts. */
async function readAnswers(db: Db): Promise<void> {
  await sql`
    insert into way_signs as w (person_id, address, confirmed_at)
    select x.person_id, x.address, max(x.at) from (
      select r.person_id, r.address_norm as address, a.at
      from answers a join message_recipients r on r.id = a.recipient_id
      join reports p on p.id = a.report_id join events e on e.id = p.event_id and e.mode = 'LIVE'
      join channels c on c.id = r.channel_id join channel_types k on k.id = c.channel_type_id and k.identifier <> 'exercise'
      where a.by_user_id is null and a.id > (select max(id) from answers) - ${newestRows}::int
      union all
      select d.person_id, lower(d.value_str), y.received_at
      from replies y join person_data d on lower(d.value_str) = y.from_address
      join person_data_types t on t.id = d.key_field_id and t.is_active
        and t.field_type in ('email', 'phone_mobile', 'phone', 'telegram')
      where y.remark is distinct from 'automatic' and y.id > (select max(id) from replies) - ${newestRows}::int) x
    join people p on p.id = x.person_id and p.erased_at is null
    where x.address !~ '^(erased:|$)'
    group by x.person_id, x.address order by x.person_id, x.address
    on conflict (person_id, address) do update set confirmed_at = excluded.confirmed_at
    where excluded.confirmed_at > coalesce(w.confirmed_at, '-infinity')`.execute(db);
}

/** Records a confirmation, or a bounce. */
export async function noteSign(
  db: Db | Tx,
  { personId, address, isAlive }: { personId: number; address: string; isAlive: boolean },
): Promise<void> {
  const now = sql`clock_timestamp()`;
  await sql`
    insert into way_signs as w (person_id, address, confirmed_at, failed_at)
    select id, ${address}, case when ${isAlive} then ${now} end, case when not ${isAlive} then ${now} end
    from people where id = ${personId} and erased_at is null
    on conflict (person_id, address) do update set ${later}`.execute(db);
}

/** Deletes requests that are long over. */
export async function purgeChecks(db: Db): Promise<void> {
  await sql`delete from way_checks where expires_at < now() - make_interval(days => ${readDays})`.execute(db);
}
