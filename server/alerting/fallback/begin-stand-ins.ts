import { sql } from 'kysely';
import type { PendingChanges } from '#server/alerting/messages/changes.ts';
import { freezeRecipients, nextGeneration } from '#server/alerting/recipients/freeze.ts';
import { renewRecipients } from '#server/alerting/recipients/renew.ts';
import type { Recipient } from '#server/alerting/recipients/resolution.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { messageStates, recipientStates } from '#server/platform/database/delivery-states.ts';
import { linkToCascades } from './fallback-message.ts';
import { holdFree } from './hold-free.ts';
import { type CarrierRow, findStandIns, type StandIn } from './stand-ins.ts';

/** The people of a report in this turn; collects changes. */
export interface StepTurn {
  reportId: number;
  people: readonly number[];
  now: Date;
  changes: PendingChanges;
}

/**
 * Starts substitute channels of the same type for people whose channel fails. Other waiting rows yield, and restart if
 * this one fails too: an address gets the text over one of them, marked as a possible duplicate if an earlier attempt
 * may have arrived. The caller has locked the report. Returns people held by another transaction, who get a later turn.
 */
export async function beginStandIns(app: Pick<App, 'secrets'>, tx: Tx, turn: StepTurn): Promise<number[]> {
  const { reportId } = turn;
  const found = await findStandIns(tx, reportId, turn.people);
  if (!found.length) return [];
  const wanted = found.map((one) => one.carriers[0]!.personId);
  // locks rows before people, without waiting for people, because no one who holds a person waits for a row
  await sql`
    select 1 from message_recipients
    where report_id = ${reportId} and person_id = any(${wanted}) and status in ${recipientStates.open}
    order by id for update`.execute(tx);
  const free = await holdFree(tx, reportId, wanted);
  const decided = await findStandIns(tx, reportId, free); // reload the final state under the locks
  await stepAside(tx, turn, decided);
  await beginAgain(app, tx, turn, decided);
  const begins = decided.filter(({ decision: { start } }) => start && 'channelId' in start);
  const byChannel = Map.groupBy(begins, (one) => `${one.original.messageId} ${channelOf(one)}`);
  for (const group of byChannel.values()) await open(app, tx, turn, group);
  const held = new Set(free);
  return wanted.filter((id) => !held.has(id));
}

async function stepAside(tx: Tx, { changes }: StepTurn, decided: readonly StandIn[]): Promise<void> {
  const cancel = decided.flatMap(({ decision }) => decision.cancel);
  const mark = decided.flatMap(({ decision }) => decision.mark);
  const { rows } = await sql<{ messageId: number }>`
    update message_recipients set status = 'cancelled', status_reason = 'handed_over', try_at = null
    where id = any(${cancel}) and status in ${recipientStates.inQueue} returning message_id`.execute(tx);
  await sql`update message_recipients set maybe_duplicate = true where id = any(${mark})`.execute(tx);
  changes.messages.push(...new Set(rows.map(({ messageId }) => messageId)));
}

async function beginAgain(app: Pick<App, 'secrets'>, tx: Tx, { now, changes }: StepTurn, decided: readonly StandIn[]) {
  const again = decided.flatMap(({ decision: { start, isPossiblyTwice }, carriers }) => {
    const row = start && 'again' in start ? carriers.find(({ id }) => id === start.again)! : null;
    return row ? [{ row, isPossiblyTwice }] : [];
  });
  if (!again.length) return;
  const rows = again.map(({ row }) => row);
  await renewRecipients(app, tx, rows, { status: 'queued', at: now });
  await sql`
    update message_recipients r set maybe_duplicate = r.maybe_duplicate or x.twice,
      valid_until = case when x.valid_until > ${now} then x.valid_until else r.valid_until end
    from unnest(${rows.map(({ messageId }) => messageId)}::int[], ${rows.map(({ personId }) => personId)}::int[],
      ${again.map(({ isPossiblyTwice }) => isPossiblyTwice)}::boolean[],
      ${rows.map(({ validUntil }) => validUntil)}::timestamptz[]) as x (message_id, person_id, twice, valid_until)
    where r.message_id = x.message_id and r.person_id = x.person_id and not r.superseded and r.status = 'queued'`.execute(
    tx,
  );
  const messages = [...new Set(rows.map(({ messageId }) => messageId))];
  await sql`
    update messages set status = 'sending', finished_at = null, error = null
    where id = any(${messages}) and status in ${messageStates.finished}`.execute(tx);
  changes.messages.push(...messages);
}

const channelOf = ({ decision: { start } }: StandIn): number => (start as { channelId: number }).channelId;

async function open(app: Pick<App, 'secrets'>, tx: Tx, turn: StepTurn, group: readonly StandIn[]): Promise<void> {
  const { reportId, now, changes } = turn;
  const { original } = group[0]!;
  const channelId = channelOf(group[0]!);
  const channel = original.alternatives.find((one) => one.channelId === channelId)!;
  const { rows } = await sql<{ id: number; title: string; perhapsSent: boolean }>`
    insert into messages as m (report_id, channel_id, title, content, versions, request_answer, lane, recipient_count,
      handed_over, stands_in_for_id, perhaps_sent, status, release_at, launched_at, launched_by, inserted_by)
    select o.report_id, ${channelId}, o.title, o.content, o.versions, o.request_answer, 'alarm', ${group.length},
      true, o.id, o.perhaps_sent, 'queued', ${now}, ${now}, o.launched_by, o.launched_by
    from messages o where o.id = ${original.messageId}
    on conflict (stands_in_for_id, channel_id) where stands_in_for_id is not null do update set
      recipient_count = m.recipient_count + excluded.recipient_count, finished_at = null, error = null,
      status = case when m.status in ${messageStates.running} then m.status else 'sending' end
    returning m.id, m.title, m.perhaps_sent`.execute(tx);
  const { id: messageId, title, perhapsSent } = rows[0]!;
  const [marked, unmarked] = [true, false].map((twice) =>
    group.filter(({ decision }) => (decision.isPossiblyTwice || perhapsSent) === twice),
  );
  for (const [entries, isMarked] of [
    [marked!, true],
    [unmarked!, false],
  ] as const) {
    if (!entries.length) continue;
    const frozen = {
      ...{
        messageId,
        reportId,
        channelId,
        lane: 'alarm' as const,
        releaseAt: now,
        answers: group[0]!.carriers[0]!.asks,
      },
      perhapsSent: isMarked,
      generation: await nextGeneration(tx, messageId),
    };
    const recipients = entries.map(({ carriers }, place) => recipientOf(carriers[0]!, place));
    await freezeRecipients(app, tx, frozen, { recipients, dropped: [] }, { asked: () => true });
  }
  const people = group.map(({ carriers }) => carriers[0]!.personId);
  await linkToCascades(tx, reportId, messageId, people);
  changes.messages.push(messageId);
  const { channel: name, channelEn } = channel;
  changes.lines.push({
    kind: 'message_handed_over',
    data: { message: messageId, title, channel: name, channelEn, people: people.length, insteadOf: original.channel },
  });
}

/** Its frozen address is valid here too. */
const recipientOf = ({ personId, target, norm, isPrivate, via }: CarrierRow, place: number): Recipient => ({
  ...{ personId, target, norm, isPrivate, via, place },
  priority: false,
  unlimited: false,
});
