import { sql } from 'kysely';
import { holdGroup } from '#server/contacts/groups/hold.ts';
import { numberBetween } from '#server/contacts/input.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { Refusal } from '#server/errors.ts';
import { requireActive } from '#server/input.ts';
import { readSettings } from '#server/settings/settings.ts';
import { toLocalInput } from '#shared/zoned.ts';

/** A shift as it is entered. */
export interface NewShift {
  personId: number;
  from: Date;
  until: Date;
  /** It comes again after so many weeks; absent when it comes once. */
  everyWeeks?: number | null | undefined;
  /** The last day on which it begins; absent when it goes on. */
  repeatsUntil?: string | null | undefined;
}

const longestDays = 31;
/** A century of weeks. */
const lastTurn = 5_200;
/** Shifts of one roster; more would be a machine's work gone wrong. */
const most = 5_000;

/** Enters a shift; answers its group. */
export async function createShift(ctx: Context, groupId: number, shift: NewShift): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    await holdGroup(tx, groupId);
    await requireActive(tx, 'groups', 'group', [groupId]);
    await storeShift(tx, groupId, shift);
    return groupId;
  });
}

/**
 * Removes a shift with all its turns or, where it repeats, from one of them on; the turns before stay, as what was. Answers
 * its group.
 */
export async function deleteShift(ctx: Context, id: number, fromTurn: number): Promise<number> {
  numberBetween('turn', fromTurn, 0, lastTurn);
  return inTransaction(ctx.db, async (tx) => {
    const groupId = await holdShift(tx, id);
    await sql`
      update shifts set repeats_until = least(repeats_until, (starts_at + make_interval(weeks => every_weeks * ${fromTurn}::int))::date - 1)
      where id = ${id} and ${fromTurn} > 0 and every_weeks is not null`.execute(tx);
    await sql`delete from shifts where id = ${id} and (${fromTurn} <= 0 or every_weeks is null)`.execute(tx);
    await sql`delete from shift_changes where shift_id = ${id} and turn >= ${fromTurn}`.execute(tx);
    return groupId;
  });
}

/** Who takes one turn instead; null when it does not take place. The person whose shift it is takes it again. */
export async function changeTurn(
  ctx: Context,
  { id, turn, substituteId }: { id: number; turn: number; substituteId: number | null },
): Promise<number> {
  numberBetween('turn', turn, 0, lastTurn);
  return inTransaction(ctx.db, async (tx) => {
    const groupId = await holdShift(tx, id);
    if (substituteId !== null) await requireActive(tx, 'people', 'person', [substituteId]);
    const { rows } = await sql<{ personId: number }>`
      select person_id from shifts where id = ${id} and ${turn}::int >= 0 and (${turn}::int = 0 or every_weeks is not null
        and (repeats_until is null or (starts_at + make_interval(weeks => every_weeks * ${turn}::int))::date <= repeats_until))`.execute(
      tx,
    );
    if (!rows[0]) throw new Refusal('error_not_found', { turn: 'error_not_found' });
    if (rows[0].personId === substituteId) {
      await sql`delete from shift_changes where shift_id = ${id} and turn = ${turn}`.execute(tx);
    } else {
      await sql`
        insert into shift_changes (shift_id, turn, substitute_id) values (${id}, ${turn}, ${substituteId})
        on conflict (shift_id, turn) do update set substitute_id = excluded.substitute_id`.execute(tx);
    }
    return groupId;
  });
}

/** Holds the roster a shift belongs to, and answers its group; refuses a shift that is not there. */
async function holdShift(tx: Tx, id: number): Promise<number> {
  const shift = await tx.selectFrom('shifts').select('groupId').where('id', '=', id).executeTakeFirst();
  if (!shift) throw new Refusal('error_not_found');
  await holdGroup(tx, shift.groupId);
  const still = await tx.selectFrom('shifts').select('id').where('id', '=', id).executeTakeFirst();
  if (!still) throw new Refusal('error_not_found');
  return shift.groupId;
}

async function storeShift(tx: Tx, groupId: number, shift: NewShift): Promise<void> {
  const { personId, from, until, repeatsUntil = null } = shift;
  await requireActive(tx, 'people', 'person', [personId]);
  const everyWeeks = numberBetween('everyWeeks', shift.everyWeeks, 1, 52) ?? null;
  const { time_zone: zone = 'Europe/Berlin' } = await readSettings(tx, 'time_zone');
  const [starts, ends] = [toLocalInput(from, zone), toLocalInput(until, zone)];
  const longest = (everyWeeks === null ? longestDays : Math.min(longestDays, everyWeeks * 7)) * 86_400_000;
  const length = Date.parse(`${ends}Z`) - Date.parse(`${starts}Z`);
  if (length <= 0) throw new Refusal('error_shift_end', { until: 'error_shift_end' });
  if (length > longest) throw new Refusal('error_shift_long', { until: 'error_shift_long' });
  const lastDay = everyWeeks === null ? null : repeatsUntil;
  if (lastDay !== null && lastDay < starts.slice(0, 10)) {
    throw new Refusal('error_shift_end', { repeatsUntil: 'error_shift_end' });
  }
  const { rows } = await sql<{ id: number }>`
    insert into shifts (group_id, person_id, starts_at, ends_at, every_weeks, repeats_until)
    select ${groupId}, ${personId}, ${starts}::timestamp, ${ends}::timestamp, ${everyWeeks}, ${lastDay}::date
    where (select count(*) from shifts where group_id = ${groupId}) < ${most} returning id`.execute(tx);
  if (!rows[0]) throw new Refusal('error_roster_full');
}
