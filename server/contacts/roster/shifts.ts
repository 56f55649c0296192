import { type RawBuilder, sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import { requireActive } from '#server/api/input.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { holdGroup } from '#server/contacts/groups/hold.ts';
import { numberBetween } from '#server/contacts/input.ts';
import { recordContacts } from '#server/contacts/record-change.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { toLocalInput } from '#shared/zoned.ts';

/** A shift to enter. */
export interface NewShift {
  personId: number;
  from: Date;
  until: Date;
  /** The interval in weeks; absent without repetition. */
  everyWeeks?: number | null | undefined;
  /** Absent without an end. */
  repeatsUntil?: string | null | undefined;
}

const longestDays = 31;
/** A century of weeks. */
const lastTurn = 5_200;
/** Of unfinished shifts. */
const most = 5_000;

/** Days from the last turn until deletion. */
const keptDays = 90;

/** SQL: a shift's last turn was about this many days ago. */
const isOver = (days: number): RawBuilder<boolean> =>
  sql`(case when every_weeks is null then ends_at else repeats_until + (ends_at - starts_at) + interval '1 day' end)
    < localtimestamp - make_interval(days => ${days}::int)`;

/** Refuses more unfinished shifts than a roster may have. */
export async function refuseFullRoster(tx: Tx, groupId: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from shifts where group_id = ${groupId} and ${isOver(1)} is not true`.execute(tx);
  if (rows[0]!.count > most) throw new Refusal('error_roster_full');
}

/** Deletes shifts three months after their end, for privacy. */
export async function forgetShifts(db: Db): Promise<void> {
  await sql`delete from shifts where ${isOver(keptDays)}`.execute(db);
}

/** Creates a shift; returns its group. */
export async function createShift(ctx: SignedIn, groupId: number, shift: NewShift): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    const group = await holdGroup(tx, groupId);
    await requireActive(tx, 'groups', 'group', [groupId]);
    const after = await stateOf(tx, await storeShift(tx, groupId, shift));
    await recordContacts(tx, ctx, { type: 'Roster', row: group, after: { ...after } });
    return groupId;
  });
}

/** Deletes a shift, or a repeating one from a turn on. Returns its group. */
export async function deleteShift(ctx: SignedIn, id: number, fromTurn: number): Promise<number> {
  numberBetween('turn', fromTurn, 0, lastTurn);
  return inTransaction(ctx.db, async (tx) => {
    const { group, shift: before } = await holdShift(tx, id);
    await sql`
      update shifts set repeats_until = least(repeats_until, (starts_at + make_interval(weeks => every_weeks * ${fromTurn}::int))::date - 1)
      where id = ${id} and ${fromTurn} > 0 and every_weeks is not null`.execute(tx);
    await sql`delete from shifts where id = ${id} and (${fromTurn} <= 0 or every_weeks is null)`.execute(tx);
    await sql`delete from shift_changes where shift_id = ${id} and turn >= ${fromTurn}`.execute(tx);
    const after = await stateOf(tx, id);
    await recordContacts(tx, ctx, { type: 'Roster', row: group, before: { ...before }, after: { ...after } });
    return group.id;
  });
}

/** Sets a turn's substitute; null cancels it, the shift's person takes it back. */
export async function changeTurn(
  ctx: SignedIn,
  { id, turn, substituteId }: { id: number; turn: number; substituteId: number | null },
): Promise<number> {
  numberBetween('turn', turn, 0, lastTurn);
  return inTransaction(ctx.db, async (tx) => {
    const { group, shift } = await holdShift(tx, id);
    if (substituteId !== null) await requireActive(tx, 'people', 'person', [substituteId]);
    const before = await turnOf(tx, shift, turn);
    if (shift.person === substituteId) {
      await sql`delete from shift_changes where shift_id = ${id} and turn = ${turn}`.execute(tx);
    } else {
      await sql`
        insert into shift_changes (shift_id, turn, substitute_id) values (${id}, ${turn}, ${substituteId})
        on conflict (shift_id, turn) do update set substitute_id = excluded.substitute_id`.execute(tx);
    }
    await recordContacts(tx, ctx, { type: 'Roster', row: group, before, after: { ...before, person: substituteId } });
    return group.id;
  });
}

/** With times in the installation's zone. */
interface ShiftState {
  shift: number;
  person: number;
  starts: string;
  ends: string;
  everyWeeks: number | null;
  repeatsUntil: string | null;
}

async function stateOf(tx: Tx, id: number): Promise<ShiftState | undefined> {
  const { rows } = await sql<ShiftState>`
    select id as shift, person_id as person, to_char(starts_at, 'YYYY-MM-DD HH24:MI') as starts,
      to_char(ends_at, 'YYYY-MM-DD HH24:MI') as ends, every_weeks, to_char(repeats_until, 'YYYY-MM-DD') as repeats_until
    from shifts where id = ${id}`.execute(tx);
  return rows[0];
}

async function turnOf(tx: Tx, { shift, person }: ShiftState, turn: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ starts: string; isChanged: boolean; substituteId: number | null }>`
    select to_char(s.starts_at + make_interval(weeks => coalesce(s.every_weeks, 0) * ${turn}::int), 'YYYY-MM-DD HH24:MI') as starts,
      c.shift_id is not null as is_changed, c.substitute_id
    from shifts s left join shift_changes c on c.shift_id = s.id and c.turn = ${turn}
    where s.id = ${shift} and (${turn}::int = 0 or s.every_weeks is not null and (s.repeats_until is null
      or (s.starts_at + make_interval(weeks => s.every_weeks * ${turn}::int))::date <= s.repeats_until))`.execute(tx);
  if (!rows[0]) throw new Refusal('error_not_found', { turn: 'error_not_found' });
  const { starts, isChanged, substituteId } = rows[0];
  return { shift, turn, starts, person: isChanged ? substituteId : person };
}

async function holdShift(tx: Tx, id: number): Promise<{ group: Row<'groups'>; shift: ShiftState }> {
  const found = await tx.selectFrom('shifts').select('groupId').where('id', '=', id).executeTakeFirst();
  if (!found) throw new Refusal('error_not_found');
  const group = await holdGroup(tx, found.groupId);
  const shift = await stateOf(tx, id);
  if (!shift) throw new Refusal('error_not_found');
  return { group, shift };
}

async function storeShift(tx: Tx, groupId: number, shift: NewShift): Promise<number> {
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
    values (${groupId}, ${personId}, ${starts}::timestamp, ${ends}::timestamp, ${everyWeeks}, ${lastDay}::date)
    returning id`.execute(tx);
  await refuseFullRoster(tx, groupId);
  return rows[0]!.id;
}
