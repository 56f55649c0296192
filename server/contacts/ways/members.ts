import { type RawBuilder, sql } from 'kysely';
import type { WayState } from '#server/alerting/recipients/way-states.ts';
import { isCouncilModeOn } from '#server/api/by-person/closed.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { refuseWhileHeld } from '#server/platform/installation/held.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { limits } from '#shared/limits.ts';
import { eventRuns, insertChecks } from './insert-checks.ts';
import { readSigns } from './read-signs.ts';
import {
  activeCrisisTeam,
  channelsToPeople,
  confirmedKindsOf,
  contactWaysOf,
  kindsOfChannels,
  waysNeeded,
} from './ways.ts';

/** Days until an unconfirmed self-test is listed. */
export const testDays = 3;

/** A way to a member of the crisis team. */
export interface MemberWay {
  kind: string;
  /** Null for devices. */
  address: string | null;
  isPrivate: boolean;
  state: WayState;
  confirmedAt: Date | null;
  failedAt: Date | null;
  /** The newest request or self-test that left. */
  askedAt: Date | null;
  /** Why the newest one did not leave. */
  failure: string | null;
  /** The newest self-test that left, and when it was confirmed. */
  testedAt: Date | null;
  testConfirmedAt: Date | null;
  /** Not confirmed in time, without another sign of life. */
  missedTest: boolean;
}

/** A member of the crisis team with their ways. */
export interface CrisisMember {
  personId: number;
  /** Different kinds of confirmed ways. */
  confirmedKinds: number;
  /** They have enough confirmed ways, or there is a reason. */
  isDone: boolean;
  missedTest: boolean;
  reason: string | null;
  reasonBy: number | null;
  reasonAt: Date | null;
  testsDeclinedAt: Date | null;
  ways: MemberWay[];
}

type Moments = 'confirmedAt' | 'failedAt' | 'askedAt' | 'testedAt' | 'testConfirmedAt';
type StoredWay = Omit<MemberWay, Moments> & Record<Moments, string | null>;

/**
 * Returns crisis team members, incomplete ones first; `isOpen`: only these, `person`: one. In works-council mode, signs of
 * life have the day instead of the time, because they can be answers to an alarm.
 */
export async function listCrisisMembers(
  db: Db,
  { isOpen = false, person = null }: { isOpen?: boolean; person?: number | null } = {},
): Promise<CrisisMember[]> {
  const kinds = kindsOfChannels(await channelsToPeople(db));
  const { time_zone: zone = 'Europe/Berlin' } = await readSettings(db, 'time_zone');
  const shown = (moment: RawBuilder<unknown>) => sql`case when ${isCouncilModeOn}
    then date_trunc('day', ${moment} at time zone ${zone}) at time zone ${zone} else ${moment} end`;
  const { rows } = await sql<Omit<CrisisMember, 'ways'> & { ways: StoredWay[] }>`
    with team as materialized (select x.id from (${activeCrisisTeam}) x where ${person}::int is null or x.id = ${person}::int),
    ways as (
      select w.*, a.asked_at, a.failure, a.tested_at, a.test_confirmed_at, coalesce(
          a.tested_at < clock_timestamp() - make_interval(days => ${testDays})
          and coalesce(w.confirmed_at, '-infinity') < a.tested_at and a.test_confirmed_at is null, false) as missed_test
      from (${contactWaysOf(sql`select id from team`, kinds)}) w left join lateral (
        select max(c.sent_at) as asked_at, (array_agg(c.failure order by c.id desc))[1] as failure,
          max(c.sent_at) filter (where c.month is not null) as tested_at,
          (array_agg(c.confirmed_at order by c.id desc) filter (where c.month is not null and c.sent_at is not null))[1]
            as test_confirmed_at
        from way_checks c where c.person_id = w.person_id and c.address = w.address) a on true),
    sums as (
      select w.person_id, bool_or(w.missed_test) as missed_test,
        json_agg(json_build_object('kind', w.kind, 'address', w.value, 'isPrivate', w.is_private, 'state', w.state,
          'confirmedAt', ${shown(sql`w.confirmed_at`)}, 'failedAt', w.failed_at, 'askedAt', w.asked_at, 'failure', w.failure,
          'testedAt', w.tested_at, 'testConfirmedAt', ${shown(sql`w.test_confirmed_at`)}, 'missedTest', w.missed_test)
          order by w.place, w.kind, w.address) as ways
      from ways w group by w.person_id),
    confirmed as (${confirmedKindsOf(sql`ways`)}),
    members as (
      select t.id as person_id, coalesce(c.kinds, 0) as confirmed_kinds,
        n.reason is not null or coalesce(c.kinds, 0) >= ${waysNeeded} as is_done,
        coalesce(s.missed_test, false) and n.tests_declined_at is null as missed_test,
        n.reason, n.reason_by, n.reason_at, n.tests_declined_at, coalesce(s.ways, '[]') as ways
      from team t left join sums s on s.person_id = t.id left join confirmed c on c.person_id = t.id
      left join way_notes n on n.person_id = t.id)
    select m.* from members m join people p on p.id = m.person_id
    where not ${isOpen}::boolean or not m.is_done or m.missed_test
    order by m.is_done, not m.missed_test, p.sort_name, p.id limit ${limits.peoplePerList}`.execute(db);
  return rows.map(({ ways, ...member }) => ({ ...member, ways: ways.map(wayOf) }));
}

const momentOf = (text: string | null) => (text === null ? null : new Date(text));

const wayOf = (way: StoredWay): MemberWay => ({
  ...way,
  confirmedAt: momentOf(way.confirmedAt),
  failedAt: momentOf(way.failedAt),
  askedAt: momentOf(way.askedAt),
  testedAt: momentOf(way.testedAt),
  testConfirmedAt: momentOf(way.testConfirmedAt),
});

/** Asks members to confirm open ways; returns the number of messages. */
export async function askForConfirmation(ctx: Context, people: readonly number[]): Promise<number> {
  await refuseWhileHeld(ctx.db);
  if (people.length > limits.peoplePerList)
    throw new Refusal('error_too_many', undefined, { most: limits.peoplePerList });
  await readSigns(ctx.db); // people who answered just now aren't asked
  return inTransaction(ctx.db, async (tx) => {
    if (await eventRuns(tx)) throw new Refusal('error_ask_during_event');
    return insertChecks(ctx, tx, { kind: 'manual', by: ctx.viewer!.id, people });
  });
}

/** Stores why a member needs no two ways, or removes that. */
export async function setReason(ctx: Context, person: number, reason: string | null): Promise<CrisisMember> {
  const { rows } = await sql`
    insert into way_notes as n (person_id, reason, reason_by, reason_at)
    select x.id, ${reason}, ${ctx.viewer!.id}::int, clock_timestamp() from (${activeCrisisTeam}) x where x.id = ${person}
    on conflict (person_id) do update set reason = excluded.reason, reason_by = excluded.reason_by,
      reason_at = excluded.reason_at
    returning person_id`.execute(ctx.db);
  if (!rows.length) throw new Refusal('error_not_found');
  ctx.log.info({ event: 'way_reason_set', person, by: ctx.viewer!.id, isSet: reason !== null });
  return (await listCrisisMembers(ctx.db, { person }))[0]!;
}
