import { sql } from 'kysely';
import { requireActive } from '#server/api/input.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { holdGroup } from '#server/contacts/groups/hold.ts';
import { recordContacts } from '#server/contacts/record-change.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { toLocalInput } from '#shared/zoned.ts';
import { matchPeople, type Named } from './match-people.ts';
import type { CalendarShift, UnreadEvent } from './parse-calendar.ts';
import { readCalendar } from './read-calendar.ts';
import { refuseFullRoster } from './shifts.ts';

/** The actual or planned changes of an imported calendar. */
export interface CalendarImport {
  added: ImportedShift[];
  /** Shifts missing in the new calendar. */
  removed: ImportedShift[];
  kept: number;
  /** Of removed turns with substitutes or cancellations. */
  lostChanges: number;
  /** Unknown names with their shifts, which are skipped. */
  unknown: { name: string; shifts: number }[];
  /** Unknown time zones, whose times count as the installation's. */
  unknownZones: string[];
  /** Rejected or modified events. */
  unread: UnreadEvent[];
  /** Events without a turn in the imported period. */
  outside: number;
  cancelled: number;
}

/** A shift with times in the installation's zone. */
export interface ImportedShift {
  personId: number;
  starts: string;
  ends: string;
}

interface CalendarRequest {
  text: string;
  named: Named;
  /** Only returns the changes. */
  dryRun: boolean;
}

const day = 86_400_000;
/** The imported period in days. */
const daysAhead = 400;

/**
 * Imports a calendar a year and a month ahead. Removes an earlier import's missing unfinished shifts. Manual and past
 * ones stay.
 */
export async function importCalendar(
  ctx: SignedIn,
  groupId: number,
  { text, named, dryRun }: CalendarRequest,
): Promise<CalendarImport> {
  const { time_zone: zone = 'Europe/Berlin' } = await readSettings(ctx.db, 'time_zone');
  const now = new Date();
  const span = { from: now, until: new Date(now.getTime() + daysAhead * day) };
  const { shifts, ...rest } = await readCalendar({ text, span, zone });
  return inTransaction(ctx.db, async (tx) => {
    const group = await holdGroup(tx, groupId);
    await requireActive(tx, 'groups', 'group', [groupId]);
    await requireActive(tx, 'people', 'people', [...named.values()]);
    const people = await matchPeople(tx, shifts, named);
    const found = await compare(tx, { groupId, now: toLocalInput(now, zone) }, shifts, people);
    if (!dryRun) {
      await store(tx, groupId, found);
      await refuseFullRoster(tx, groupId);
      const after = { imported: found.added.length, removed: found.removed.length };
      await recordContacts(tx, ctx, { type: 'Roster', row: group, after });
    }
    const moved = new Set(found.moved.map(([row]) => row));
    const lostChanges = found.removed.filter((row) => row.isChanged && !moved.has(row)).length;
    return { ...found, lostChanges, unknown: unknownIn(shifts, people), ...rest };
  });
}

interface Known extends ImportedShift {
  uid: string;
}

interface Stored extends Known {
  id: number;
  /** It has a substitute or is cancelled. */
  isChanged: boolean;
}

interface Compared {
  added: Known[];
  removed: Stored[];
  /** Removed and added shifts of the same day. */
  moved: [Stored, Known][];
  kept: number;
}

async function compare(
  tx: Tx,
  { groupId, now }: { groupId: number; now: string },
  shifts: readonly CalendarShift[],
  people: readonly (number | null)[],
): Promise<Compared> {
  const wanted = shifts.flatMap(({ uid, starts, ends }, at) => {
    const personId = people[at];
    return personId ? [{ uid, personId, starts, ends }] : [];
  });
  const { rows } = await sql<Stored>`
    select s.id, s.uid, s.person_id, to_char(s.starts_at, 'YYYY-MM-DD"T"HH24:MI') as starts,
      to_char(s.ends_at, 'YYYY-MM-DD"T"HH24:MI') as ends,
      exists (select 1 from shift_changes c where c.shift_id = s.id) as is_changed
    from shifts s where s.group_id = ${groupId} and s.uid is not null and s.ends_at > ${now}::timestamp
    order by s.starts_at, s.id`.execute(tx);
  // many programs write other UIDs each time
  const key = ({ personId, starts, ends }: ImportedShift) => JSON.stringify([personId, starts, ends]);
  const [have, want] = [new Set(rows.map(key)), new Map(wanted.map((shift) => [key(shift), shift]))];
  const added = [...want].filter(([one]) => !have.has(one)).map(([, shift]) => shift);
  const removed = rows.filter((row) => !want.has(key(row)));
  return { added, removed, moved: movedIn(added, removed), kept: rows.length - removed.length };
}

function movedIn(added: readonly Known[], removed: readonly Stored[]): [Stored, Known][] {
  const dayOf = ({ personId, starts }: ImportedShift) => `${personId} ${starts.slice(0, 10)}`;
  const open = Map.groupBy(added, dayOf);
  // shifts with changes first, to carry these over
  return removed
    .toSorted((a, b) => Number(b.isChanged) - Number(a.isChanged))
    .flatMap((row): [Stored, Known][] => {
      const shift = open.get(dayOf(row))?.shift();
      return shift ? [[row, shift]] : [];
    });
}

async function store(tx: Tx, groupId: number, { added, removed, moved }: Compared): Promise<void> {
  const [before, after] = [moved.map(([row]) => row), moved.map(([, shift]) => shift)];
  await sql`
    update shifts s set starts_at = n.starts_at, ends_at = n.ends_at, uid = n.uid
    from unnest(${before.map(({ id }) => id)}::int[], ${after.map(({ starts }) => starts)}::timestamp[],
      ${after.map(({ ends }) => ends)}::timestamp[], ${after.map(({ uid }) => uid)}::text[]) as n (id, starts_at, ends_at, uid)
    where s.id = n.id`.execute(tx);
  const [isMoved, isTaken] = [new Set(before), new Set(after)];
  const gone = removed.filter((row) => !isMoved.has(row));
  await sql`delete from shifts where id = any(${gone.map(({ id }) => id)})`.execute(tx);
  const fresh = added.filter((shift) => !isTaken.has(shift));
  await sql`
    insert into shifts (group_id, person_id, starts_at, ends_at, uid)
    select ${groupId}, * from unnest(${fresh.map(({ personId }) => personId)}::int[],
      ${fresh.map(({ starts }) => starts)}::timestamp[], ${fresh.map(({ ends }) => ends)}::timestamp[],
      ${fresh.map(({ uid }) => uid)}::text[])`.execute(tx);
}

function unknownIn(shifts: readonly CalendarShift[], people: readonly (number | null)[]): CalendarImport['unknown'] {
  const left = shifts.filter((_, at) => people[at] === null);
  return [...Map.groupBy(left, ({ name }) => name)].map(([name, some]) => ({ name, shifts: some.length }));
}
