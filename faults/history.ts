import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';

/** A recorded step of a recipient. */
export interface RecipientStep {
  recipient: number;
  was: string | null;
  became: string;
  epoch: number;
  at: Date;
}

/** Makes the database record all steps of all recipients. */
export async function recordHistory(db: Db): Promise<void> {
  await sql`
    create table faults_history (id bigint generated always as identity, recipient int, was text, became text, epoch int,
      at timestamptz default clock_timestamp())`.execute(db);
  await sql`
    create function faults_record() returns trigger language plpgsql as $$
    begin
      insert into faults_history (recipient, was, became, epoch)
        values (new.id, case when tg_op = 'UPDATE' then old.status end, new.status, new.epoch);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger faults_inserted after insert on message_recipients for each row execute function faults_record()`.execute(
    db,
  );
  await sql`
    create trigger faults_updated after update of status on message_recipients for each row
    when (old.status is distinct from new.status) execute function faults_record()`.execute(db);
}

/** Returns the recorded steps, in order. */
export async function readHistory(db: Db): Promise<RecipientStep[]> {
  const { rows } =
    await sql<RecipientStep>`select recipient, was, became, epoch, at from faults_history order by id`.execute(db);
  return rows;
}

/** By the promises of docs/delivery.md. */
const permitted: Readonly<Record<string, readonly string[]>> = {
  pending: ['queued', 'skipped', 'cancelled', 'expired'],
  queued: ['sending', 'skipped', 'cancelled', 'expired'],
  sending: ['sent', 'failed', 'retrying', 'queued', 'expired', 'cancelled'],
  retrying: ['sending', 'skipped', 'cancelled', 'expired', 'delivered', 'read'],
  sent: ['delivered', 'read', 'failed', 'expired'],
  delivered: ['read'],
  expired: ['failed', 'delivered', 'read'],
  failed: ['delivered', 'read'],
};

/** Returns violations in the recipients' steps. */
export function historyFindings(steps: readonly RecipientStep[]): string[] {
  return [...Map.groupBy(steps, ({ recipient }) => recipient)].flatMap(([recipient, own]) =>
    own.flatMap(({ was, became, epoch }, at) => {
      const before = own[at - 1];
      if (was !== null && !permitted[was]?.includes(became))
        return [`recipient ${recipient} went from ${was} to ${became}`];
      if (before && before.became !== was) return [`recipient ${recipient} left ${was}, which it was not in`];
      if (before && epoch < before.epoch) return [`recipient ${recipient} moved under the old claim ${epoch}`];
      return [];
    }),
  );
}
