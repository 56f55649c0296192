import { sql } from 'kysely';
import type { Piece } from '#server/channels/received.ts';
import { addressKinds } from '#server/channels/registry.ts';
import { withoutNul } from '#server/channels/told.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { publish } from '#server/platform/live/live.ts';
import { storeReplies } from './replies.ts';

// Equal texts within this time are one, and missing parts are awaited as long.
const patience = '1 minute';
// Equal parts within this time are one: a text that was joined can't miss the others.
const kept = '10 minutes';

/**
 * Stores replies without ids or in parts. Equal words from one address within a minute, without others between, are one
 * text.
 */
export async function storePieces(tx: Tx, channelId: number, pieces: readonly Piece[]): Promise<void> {
  for (const from of [...new Set(pieces.map((piece) => withoutNul(piece.from)))].sort())
    await sql<object>`select from (select pg_advisory_xact_lock(${channelId}, hashtext(${from}))) as held`.execute(tx);
  for (const { from, text, part } of pieces) {
    const { reference, number, total } = part ?? { reference: null, number: 1, total: 1 };
    await sql`
      insert into reply_pieces (channel_id, from_address, reference, number, total, text)
      select ${channelId}, ${withoutNul(from)}, ${reference}::int, ${number}::int, ${total}::int, ${withoutNul(text)}
      where not exists (
        select 1 from reply_pieces p
        where p.channel_id = ${channelId} and p.from_address = ${withoutNul(from)} and p.number = ${number}
          and p.total = ${total} and p.reference is not distinct from ${reference}::int and p.text = ${withoutNul(text)}
          and p.received_at > clock_timestamp() - ${part ? kept : patience}::interval
          and (p.total > 1 or p.id = (select max(l.id) from reply_pieces l
            where l.channel_id = p.channel_id and l.from_address = p.from_address)))`.execute(tx);
  }
  if (pieces.length) await publish(tx, { replies: true }); // only workers join them, perhaps to the start of an alarm
}

interface JoinedPiece {
  channelId: number;
  channelType: string;
  settings: unknown;
  /** The first piece of the same text. */
  whole: number;
  fromAddress: string;
  number: number;
  total: number;
  text: string;
  receivedAt: Date;
}

const gap = '[…]';

/**
 * Joins parts in order. A gap stands for missing ones, and begins a text with two parts of one number, which are two
 * texts. A text that begins with it chooses no answer.
 */
export function joinedText(pieces: readonly Pick<JoinedPiece, 'number' | 'total' | 'text'>[]): string {
  const byNumber = Map.groupBy(pieces, ({ number }) => number);
  const words: string[] = byNumber.size < pieces.length ? [`${gap} `] : [];
  let last = 0;
  for (const [number, parts] of [...byNumber].sort(([one], [other]) => one - other)) {
    if (number > last + 1) words.push(last ? ` ${gap} ` : `${gap} `);
    words.push(...parts.map(({ text }) => text));
    last = number;
  }
  return [...words, ...(last < pieces[0]!.total ? [` ${gap}`] : [])].join('');
}

/** Joins texts once all parts are there or the wait is over. Safe to call in parallel. */
export function joinPieces(db: Db): Promise<void> {
  return withRetries(db, async (tx) => {
    const { rows } = await sql<JoinedPiece>`
      with whole as (
        select channel_id, from_address, reference, total, min(id) as id from reply_pieces where joined_at is null
        group by channel_id, from_address, reference, total, case when total = 1 then id end
        having count(distinct number) = total or min(received_at) < clock_timestamp() - ${patience}::interval),
      chosen as (
        select p.id, w.id as whole from reply_pieces p join whole w on w.channel_id = p.channel_id
          and w.from_address = p.from_address and w.total = p.total and w.reference is not distinct from p.reference
        where p.joined_at is null and (p.total > 1 or p.id = w.id) order by p.id for update of p),
      joined as (
        update reply_pieces p set joined_at = clock_timestamp() from chosen c where c.id = p.id
        returning p.*, c.whole)
      select j.channel_id, t.identifier as channel_type, c.settings, j.whole, j.from_address, j.number, j.total, j.text, j.received_at
      from joined j join channels c on c.id = j.channel_id join channel_types t on t.id = c.channel_type_id
      order by j.channel_id, j.whole, j.number`.execute(tx);
    for (const pieces of Map.groupBy(rows, ({ whole }) => whole).values()) {
      const { channelId: id, channelType, settings, whole, fromAddress: from, receivedAt: at } = pieces[0]!;
      const reply = { id: `piece-${whole}`, from, text: joinedText(pieces), at };
      await storeReplies(tx, { id, addresses: addressKinds(channelType, settings) }, [reply]);
    }
    await sql`delete from reply_pieces where joined_at < now() - ${kept}::interval`.execute(tx);
  });
}
