import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { checkAudit } from '#server/api/audit/audit.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import type { BenchServer } from './bench-server.ts';
import { type BenchRow, row } from './row.ts';
import type { Tally } from './soak-work.ts';

/** Waits until no recipient is open, and counts lost ones. */
export async function auditRows({ db, app }: BenchServer, tally: Tally): Promise<BenchRow[]> {
  const open = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from message_recipients where status in ${recipientStates.open}`.execute(db);
    return rows[0]!.n;
  };
  for (let n = 0; n < 1200 && (await open()) > 0; n++) await sleep(250);
  const { rows } = await sql<{ failed: number; marked: number; whole: number; answers: number; twice: number }>`
    select (select count(*) from message_recipients where status in ${recipientStates.failed}) as failed,
      (select count(*) from message_recipients where maybe_duplicate) as marked,
      (select count(*) from messages m where launched_at is not null and recipient_count <>
        (select count(*) from message_recipients r where r.message_id = m.id)) as whole,
      (select count(distinct recipient_id) from answers where recipient_id = any(${[...tally.answered]})) as answers,
      (select count(*) - count(distinct recipient_id) from answers) as twice`.execute(db);
  const { failed, marked, whole, answers, twice } = rows[0]!;
  const none = (name: string, value: number, unit: string) => row({ name, value, unit, must: { atMost: 0 } });
  return [
    none('still open at the end', await open(), 'recipients'),
    none('failed or expired', failed, 'recipients'),
    none('marked as possibly doubled', marked, 'recipients'),
    none('messages that are not whole', whole, 'messages'),
    none('acknowledged answers that are missing', tally.answered.size - answers, 'answers'),
    none('answers that are there twice', twice, 'answers'),
    none('the audit log is broken', (await checkAudit(app)).isIntact ? 0 : 1, 'times'),
  ];
}
