import { sql } from 'kysely';
import { publishChanges } from '#server/alerting/messages/changes.ts';
import { type Context, can } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import { sendingFeature } from '#shared/permissions.ts';
import { advance } from './cascade.ts';
import { type Cascade, databaseNow, holdReport, type LoadedMember, loadMembers } from './cascade-queries.ts';
import { askPeople, skipAbsent } from './waiting-rows.ts';

/** A function whose next person to ask. */
export interface AskNext {
  groupId: number;
  /** The number of asked people known to the caller. */
  contacted: number;
}

/**
 * Asks reserve people immediately: all, or the next of each function in `next`. Skips a function that has asked others
 * since, so that simultaneous callers ask one person; skips absent people. Refused after the all-clear and the end of
 * the event, and if no one is left.
 */
export async function askReserve(ctx: Context, reportId: number, next?: readonly AskNext[]): Promise<void> {
  const by = ctx.viewer!.id;
  await withRetries(ctx.db, async (tx) => {
    const report = await findReport(tx, reportId);
    if (!report) throw new Refusal('error_not_found');
    if (!can(ctx, sendingFeature({ reportType: report.identifier, followsAlarm: false })))
      throw new Refusal('error_forbidden');
    const cascades = (await holdReport(tx, reportId)).filter(({ status }) => status === 'running');
    await refuseEnded(tx, reportId);
    const { ask, away } = await choose(tx, reportId, cascades, next);
    if (!ask.length) throw new Refusal('error_nobody_to_ask');
    const skipped = await skipAbsent(tx, reportId, away);
    const asked = await askPeople(tx, reportId, ask, await databaseNow(tx));
    const changes = await advance(tx, reportId);
    const { eventId, title } = report;
    const data = { report: reportId, title, people: ask.length, isNext: next !== undefined };
    const lines = [{ kind: 'reserve_asked' as const, data }, ...changes.lines];
    await publishChanges(
      ctx,
      tx,
      { ...changes, eventId, lines, messages: [...skipped, ...asked, ...changes.messages] },
      by,
    );
  });
}

async function findReport(tx: Tx, id: number) {
  return tx
    .selectFrom('reports as r')
    .innerJoin('reportTypes as t', 't.id', 'r.reportTypeId')
    .select(['r.eventId', 'r.title', 't.identifier'])
    .where('r.id', '=', id)
    .where('r.isActive', '=', true)
    .executeTakeFirst();
}

/** Refuses after a committed all-clear or end of the event; both take the locks of `holdReport`. */
async function refuseEnded(tx: Tx, reportId: number): Promise<void> {
  const { rows } = await sql<{ isClear: boolean; isRunning: boolean }>`
    select r.all_clear_at is not null as is_clear, e.is_running
    from reports r join events e on e.id = r.event_id where r.id = ${reportId}`.execute(tx);
  if (rows[0]?.isClear) throw new Refusal('error_all_clear_given');
  if (!rows[0]?.isRunning) throw new Refusal('error_event_not_running');
}

async function choose(tx: Tx, reportId: number, cascades: Cascade[], next: readonly AskNext[] | undefined) {
  const members = await loadMembers(
    tx,
    reportId,
    cascades.map(({ id }) => id),
  );
  const contacted = next ? await countContacted(tx, reportId) : new Map<number, number>();
  const wanted = new Map(next?.map((one) => [one.groupId, one.contacted]));
  const ask = new Set<number>();
  const away = new Set<number>();
  for (const { id, groupId } of cascades) {
    if (next && wanted.get(groupId) !== (contacted.get(groupId) ?? 0)) continue;
    for (const member of members.get(id)!.filter(isInReserve)) {
      if (member.isAbsent) away.add(member.personId);
      else ask.add(member.personId);
      if (next && !member.isAbsent) break;
    }
  }
  return { ask: [...ask], away: [...away] };
}

const isInReserve = ({ state, askedAt, held, leaves }: LoadedMember): boolean =>
  state === 'open' && askedAt === null && held && leaves;

async function countContacted(tx: Tx, reportId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ groupId: number; n: number }>`
    select c.group_id, count(m.asked_at) as n from cascades c join cascade_members m on m.cascade_id = c.id
    where c.report_id = ${reportId} group by c.group_id`.execute(tx);
  return new Map(rows.map(({ groupId, n }) => [groupId, n]));
}
