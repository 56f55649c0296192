import { sql } from 'kysely';
import { addWakes } from '#server/alerting/cascade/cascade.ts';
import { lockCascades } from '#server/alerting/cascade/cascade-queries.ts';
import { noChanges, publishChanges } from '#server/alerting/messages/changes.ts';
import { answerStateOf } from '#server/alerting/progress/answer-state.ts';
import { actingKey } from '#server/api/viewer/acting.ts';
import type { App } from '#server/platform/context.ts';
import { batchByKey, type ItemOutcome } from '#server/platform/database/batch-by-key.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { perDatabase } from '#server/platform/database/per-database.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import { reportOf } from './answers.ts';

/** An arrival, or its correction. */
export interface ArrivalChange {
  recipientId: number;
  reportId?: number;
  arrived: boolean;
  /** `link` if the person reports it. */
  source: 'link' | 'operator';
  by?: number | null;
}

/** A change with its API key. */
export interface GivenChange extends ArrivalChange {
  apiKey: string | undefined;
}

type Parts = Pick<App, 'db' | 'jobs'>;

const groupsOf = perDatabase(({ db, jobs }: Parts) =>
  batchByKey((reportId: number, changes: readonly GivenChange[]) => recordArrivals({ db, jobs }, reportId, changes)),
);

/**
 * Records or reverts the arrival of a person who said yes; repeatable. Counts for all their stop limits. Simultaneous
 * changes commit together.
 */
export async function recordArrival(app: Parts, change: ArrivalChange): Promise<void> {
  const reportId = change.reportId ?? (await reportOf(app, change.recipientId));
  await groupsOf(app)(reportId, { ...change, apiKey: actingKey() });
}

/** Records changes in one report in one transaction; returns each result. A refusal doesn't affect others. */
export const recordArrivals = (
  app: Parts,
  reportId: number,
  changes: readonly GivenChange[],
): Promise<ItemOutcome<void>[]> =>
  withRetries(app.db, async (tx) => {
    const [limits, people] = await Promise.all([lockCascades(tx, reportId), holdPeople(tx, reportId, changes)]);
    const checked = changes.map((change) => check(change, people.get(change.recipientId)));
    const effective = checked.filter((one): one is Effective => !(one instanceof Refusal) && take(one));
    if (effective.length) {
      await store(tx, reportId, effective);
      const published = { ...noChanges(reportId, effective[0]!.who.eventId), work: limits.length > 0 };
      await publishChanges(app, tx, { ...published, lines: effective.map((one) => lineOf(reportId, one)) });
    }
    return checked.map((one) => (one instanceof Refusal ? { refusal: one } : { result: undefined }));
  });

interface Arriving {
  personId: number;
  eventId: number;
  kind: string | null;
  /** Whether they had arrived before the group. */
  wasThere: boolean;
  /** The same, including earlier changes of the group. */
  isThere: boolean;
}

interface Effective {
  change: GivenChange;
  who: Arriving;
}

function check(change: GivenChange, who: Arriving | undefined): Effective | Refusal {
  if (!who) return new Refusal('error_not_found');
  return change.arrived && who.kind !== 'POSITIVE' ? new Refusal('error_not_coming') : { change, who };
}

function take({ change: { arrived }, who }: Effective): boolean {
  if (who.isThere === arrived) return false;
  who.isThere = arrived;
  return true;
}

/**
 * Locks people's answers until the transaction ends; returns their states by recipient. A new answer waits: it locks
 * the report's cascades first, or references its person.
 */
async function holdPeople(tx: Tx, reportId: number, changes: readonly GivenChange[]): Promise<Map<number, Arriving>> {
  const ids = changes.map(({ recipientId }) => recipientId);
  const [, { rows }] = await Promise.all([
    sql`
      select 1 from people where id in (
        select person_id from message_recipients where id = any(${ids}) and report_id = ${reportId})
      order by id for update`.execute(tx),
    sql<Arriving & { recipientId: number }>`
      select r.id as recipient_id, r.person_id, p.event_id, s.kind, s.arrived_at is not null as was_there,
        s.arrived_at is not null as is_there
      from message_recipients r join reports p on p.id = r.report_id join events e on e.id = p.event_id and e.is_active
      cross join lateral ${answerStateOf(sql`r.report_id`, sql`r.person_id`)} s
      where r.id = any(${ids}) and r.report_id = ${reportId} and r.person_id is not null`.execute(tx),
  ]);
  // a person asked on two channels is one person
  const people = new Map(rows.map(({ recipientId: _, ...who }) => [who.personId, who]));
  return new Map(rows.map(({ recipientId, personId }) => [recipientId, people.get(personId)!]));
}

/** Of several changes for a person, the last one counts. */
async function store(tx: Tx, reportId: number, effective: readonly Effective[]): Promise<void> {
  const last = [...new Map(effective.map((one) => [one.who.personId, one])).values()];
  const idsOf = (some: readonly Effective[]) => some.map(({ who }) => who.personId);
  const coming = last.filter(({ who }) => who.isThere);
  const gone = idsOf(last.filter(({ who }) => who.wasThere));
  await Promise.all([
    gone.length && sql`delete from arrivals where report_id = ${reportId} and person_id = any(${gone})`.execute(tx),
    coming.length &&
      sql`
        insert into arrivals (report_id, person_id, source, by_user_id)
        select ${reportId}, * from unnest(${idsOf(coming)}::int[], ${coming.map(({ change }) => change.source)}::text[],
          ${coming.map(({ change }) => change.by ?? null)}::int[])`.execute(tx),
    addWakes(
      tx,
      idsOf(last).map((personId) => ({ reportId, personId })),
    ),
  ]);
}

function lineOf(reportId: number, { change: { arrived, source, by = null, apiKey }, who }: Effective) {
  const kind = arrived ? ('arrival' as const) : ('arrival_withdrawn' as const);
  return { kind, data: { report: reportId, person: who.personId, source }, by, apiKey };
}
