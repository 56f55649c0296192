import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import { recordSecurity } from '#server/api/security-log/record.ts';
import { actingKey } from '#server/api/viewer/acting.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { type CheckedLog, judgeLog, readSealed, type Sealing, type SealReport } from '#server/platform/seals/check.ts';
import type { LogLine } from './log-line.ts';
import { eventSecurityLines } from './security-lines.ts';
import { queueWebhooks } from './webhook-queue.ts';

/** Locks the event's log until the commit. */
export const holdLog = (tx: Tx, eventId: number) =>
  sql`select pg_advisory_xact_lock(4201, ${eventId}::int)`.execute(tx);

/** Appends a hash-chained entry, locking the log; queues webhooks, and references it in the security log. */
export async function appendLog(db: Db | Tx, line: LogLine): Promise<Row<'logEntries'>> {
  const [entry] = await appendLogs(db, [line]);
  return entry!;
}

/** Appends several entries of one event at once, in order. */
export async function appendLogs(db: Db | Tx, lines: readonly LogLine[]): Promise<Row<'logEntries'>[]> {
  if (!lines.length) return [];
  const column = <T>(value: (line: LogLine) => T) => lines.map(value);
  const appending = sql<Row<'logEntries'>>`
    select * from append_logs(${lines[0]!.eventId}, ${column((l) => l.by)}::int[], ${column((l) => l.kind)}::text[],
      ${column((l) => (l.kind === 'note' ? l.text : null))}::text[], ${column(dataOf)}::jsonb[],
      ${column((l) => (l.kind === 'note' ? (l.happenedAt ?? null) : null))}::timestamptz[],
      ${column((l) => (l.kind === 'note' ? (l.corrects ?? null) : null))}::int[])`;
  // the log comes last, because its statement locks it
  const pointing = recordSecurity(db, ...eventSecurityLines(lines));
  const [, , { rows }] = await Promise.all([queueWebhooks(db, lines), pointing, appending.execute(db)]);
  return rows;
}

function dataOf(line: LogLine): string | null {
  const data = line.kind === 'note' ? undefined : line.data;
  const apiKey = line.apiKey ?? actingKey();
  const told = apiKey === undefined ? data : { ...data, apiKey };
  return told === undefined ? null : JSON.stringify(told);
}

/** Verifies the logs of events by chain and seals. Can't detect removed entries since the last seal (ten minutes). */
export async function checkLogs(sealing: Sealing, eventIds: readonly number[]): Promise<Map<number, SealReport>> {
  const sealed = await readSealed(sealing);
  const { rows } = await sql<CheckedLog & { eventId: number }>`
    select c.event_id, coalesce(bool_and(e.fits), true) as fits, count(e.id)::int as total, s.entries, s.head, s.at,
      s.signature, s.first_entries, s.first_at,
      coalesce(bool_or(e.id = s.last_entry_id and e.hash = s.head and e.place = s.entries), false) as stands
    from unnest(${eventIds}::int[]) c (event_id) left join log_seals s on s.event_id = c.event_id
    left join (
      select l.event_id, l.id, l.at, l.hash, row_number() over (partition by l.event_id order by l.id) as place,
        l.previous_hash = coalesce(lag(l.hash) over (partition by l.event_id order by l.id), '')
        and l.hash = log_hash(l.previous_hash, l.event_id, l.at, l.by_user_id, l.kind, l.text, l.data, l.happened_at,
          corrected.hash) as fits
      from log_entries l left join log_entries corrected on corrected.id = l.corrects
      where l.event_id = any(${eventIds})) e on e.event_id = c.event_id
    group by c.event_id, s.chain`.execute(sealing.db);
  return new Map(
    rows.map(({ eventId, ...checked }) => [eventId, judgeLog(sealing, `event ${eventId}`, checked, sealed)]),
  );
}
