import { sql } from 'kysely';
import { isActivation, type MessageRow } from '#server/alerting/messages/message-rows.ts';
import { loadChoices, type RecipientChoice } from '#server/alerting/recipients/load-directory.ts';
import {
  droppedOf,
  narrowed,
  outcomeIn,
  type Resolution,
  recipientsOf,
} from '#server/alerting/recipients/resolution.ts';
import type { DropReason, ResolutionOutcome } from '#server/alerting/recipients/resolution-outcomes.ts';
import { resolveChoices } from '#server/alerting/recipients/resolve-messages.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { type StepChannel, stepsOf, usableChannels } from './channels.ts';
import { takenAddresses } from './fallback-message.ts';

/** A report's messages with recipients; null if they publish. */
export type Planned = { message: MessageRow; resolution: Resolution | null };

/** A fallback channel with the people that only it reaches. */
export interface PlannedFallback {
  channel: StepChannel;
  resolution: Resolution;
}

/**
 * Plans the fallback for people of an alarm without an address on a chosen channel: the first that reaches them. Stores
 * nothing.
 */
export async function planFallback(db: Db | Tx, planned: readonly Planned[]): Promise<PlannedFallback[]> {
  const first = planned[0]?.message;
  if (!first || !isActivation(first)) return [];
  const left = await withoutMessage(db, first.reportId, unaddressed(planned));
  if (!left.size) return [];
  const chosen = new Set(planned.map(({ message }) => message.channelId));
  const channels = await usableChannels(db, first.reportId, await stepsOf(db, first.reportId));
  const open = channels.filter(({ channelId }) => !chosen.has(channelId));
  const choice = await wholeChoice(db, planned);
  const requestAnswer = planned.some(({ message }) => message.requestAnswer);
  const resolutions = await resolveChoices(
    db,
    open.map((channel) => ({ message: { ...first, ...channel, requestAnswer, id: channel.channelId }, choice })),
  );
  const fallbacks: PlannedFallback[] = [];
  for (const channel of open) {
    const taken = await takenAddresses(db, first.reportId, channel.channelId);
    const resolution = narrowed(
      resolutions.get(channel.channelId)!,
      ({ personId, norm }) => left.has(personId) && !taken.has(norm),
    );
    if (!resolution.recipients) continue;
    fallbacks.push({ channel, resolution });
    for (const { personId } of recipientsOf(resolution)) left.delete(personId);
  }
  return fallbacks;
}

const lacking: readonly ResolutionOutcome[] = ['no_address', 'invalid_address'] satisfies DropReason[];

/** Returns people without an address on any channel, except duplicates. */
function unaddressed(planned: readonly Planned[]): Set<number> {
  const resolutions = planned.flatMap(({ resolution }) => resolution ?? []);
  const nowhere = (personId: number) =>
    resolutions
      .map((one) => outcomeIn(one, personId))
      .every((outcome) => outcome === 'unknown' || lacking.includes(outcome));
  const found = new Set<number>();
  for (const resolution of resolutions) {
    for (const { personId, reason } of droppedOf(resolution)) {
      if (lacking.includes(reason) && nowhere(personId)) found.add(personId);
    }
  }
  return found;
}

async function withoutMessage(db: Db | Tx, reportId: number, people: Set<number>): Promise<Set<number>> {
  if (!people.size) return people;
  const { rows } = await sql<{ personId: number | null }>`
    select distinct person_id from message_recipients
    where report_id = ${reportId} and person_id = any(${[...people]}) and status <> 'suppressed'`.execute(db);
  return people.difference(new Set(rows.map((row) => row.personId)));
}

async function wholeChoice(db: Db | Tx, planned: readonly Planned[]): Promise<RecipientChoice> {
  const choices = await loadChoices(
    db,
    planned.map(({ message }) => message.id),
  );
  const all = (of: (choice: RecipientChoice) => readonly number[]) => [...new Set([...choices.values()].flatMap(of))];
  return { lists: all(({ lists }) => lists), groups: all(({ groups }) => groups), people: all(({ people }) => people) };
}
