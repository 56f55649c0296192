import { sql } from 'kysely';
import { onDraft } from '#server/alerting/drafts/edit.ts';
import { launchInEvent } from '#server/alerting/event-log/states.ts';
import {
  findUnsent,
  hasRecipients,
  isActivation,
  lockUnsent,
  type MessageRow,
  removedOf,
} from '#server/alerting/messages/message-rows.ts';
import { numbersOf } from '#server/api/graphql/ids.ts';
import { requireActive } from '#server/api/input.ts';
import { type Context, can } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { isOneOf, messageSets } from '#shared/delivery-states.ts';

/** A new choice; an absent kind stays unchanged. */
export interface NewChoice {
  lists?: number[] | undefined;
  groups?: number[] | undefined;
  people?: number[] | undefined;
}

type Ids = readonly string[] | null | undefined;

/** Converts a choice from the API. */
export const choiceOf = ({ lists, groups, people }: { lists?: Ids; groups?: Ids; people?: Ids }): NewChoice => ({
  lists: lists ? numbersOf('mailing_lists', lists) : undefined,
  groups: groups ? numbersOf('groups', groups) : undefined,
  people: people ? numbersOf('people', people) : undefined,
});

const tables = {
  lists: { table: 'message_lists', column: 'mailing_list_id', of: 'mailingLists' },
  groups: { table: 'message_groups', column: 'group_id', of: 'groups' },
  people: { table: 'message_people', column: 'person_id', of: 'people' },
} as const;

type Kind = keyof typeof tables;
const kinds = Object.keys(tables) as Kind[];

/** Sets a draft's recipients in order; refuses unknown and inactive ones. A follow-up keeps its report's. */
export async function setMessageRecipients(ctx: Context, id: number, choice: NewChoice): Promise<number> {
  await onDraft(
    ctx,
    id,
    (message) => mayChoose(ctx, message),
    async (tx, message) => {
      if (message.isFollowUp) throw new Refusal('error_follow_up_recipients');
      await choose(tx, [id], choice);
    },
  );
  return id;
}

/**
 * Sets the recipients of a report's drafts with the same function, all or nothing. Deleted drafts follow, so that
 * restored ones match.
 */
export const setReportRecipients = (
  ctx: Context,
  reportId: number,
  choice: NewChoice,
  forGroup: number | null = null,
): Promise<number> => onChosen(ctx, reportId, forGroup, (tx, ids) => choose(tx, ids, choice));

export const setReportFunction = (
  ctx: Context,
  reportId: number,
  from: number | null,
  to: number | null,
): Promise<number> => onChosen(ctx, reportId, from, (tx, ids) => wantFor(tx, reportId, ids, to));

async function onChosen(
  ctx: Context,
  reportId: number,
  forGroup: number | null,
  change: (tx: Tx, ids: readonly number[]) => Promise<void>,
): Promise<number> {
  const isMeant = ({ forGroupId }: MessageRow) => forGroupId === forGroup;
  const drafts = (await findUnsent(ctx.db, reportId)).filter(isMeant);
  const [first] = drafts;
  if (!first) throw new Refusal('error_not_found');
  if (!drafts.every((message) => mayChoose(ctx, message))) throw new Refusal('error_forbidden');
  await withRetries(ctx.db, async (tx) => {
    await launchInEvent(tx, first.eventId);
    const isDraft = ({ status }: MessageRow) => isOneOf(messageSets.editable, status);
    const held = (await lockUnsent(tx, reportId)).filter((message) => isDraft(message) && isMeant(message));
    if (held.length === 0) throw new Refusal('error_message_already_sent');
    if (held.some(({ isFollowUp }) => isFollowUp)) throw new Refusal('error_follow_up_recipients');
    const removed = (await removedOf(tx, reportId)).filter(isMeant);
    const ids = [...held, ...removed].filter(hasRecipients).map(({ id }) => id);
    await change(tx, ids);
    await publish(tx, { message: ids, report: [reportId], event: [first.eventId] });
  });
  return reportId;
}

/** Sets messages' function; refuses one without a stop limit of the report. */
export async function wantFor(
  tx: Tx,
  reportId: number,
  messages: readonly number[],
  groupId: number | null,
): Promise<void> {
  if (groupId !== null) {
    const { rows } = await sql<{ id: number }>`
      select id from cascades where report_id = ${reportId} and group_id = ${groupId}`.execute(tx);
    if (!rows.length) throw new Refusal('error_not_found', { forGroup: 'error_not_found' });
  }
  await sql`update messages set for_group_id = ${groupId} where id = any(${messages})`.execute(tx);
}

export const mayChoose = (ctx: Context, message: Pick<MessageRow, 'reportType'>): boolean =>
  can(ctx, 'add_message_recipients') || (!isActivation(message) && can(ctx, 'send_message'));

/** Sets a choice for locked messages, even an empty one. */
export async function choose(tx: Tx, messages: readonly number[], choice: NewChoice): Promise<void> {
  await sql`update messages set title = title where id = any(${messages})`.execute(tx);
  for (const kind of kinds) {
    const ids = choice[kind];
    if (!ids) continue;
    const { table, column, of } = tables[kind];
    await requireActive(tx, of, kind, ids);
    await sql`delete from ${sql.table(table)} where message_id = any(${messages})`.execute(tx);
    await sql`
      insert into ${sql.table(table)} (message_id, ${sql.ref(column)}, sort_order)
      select m.id, chosen, place from unnest(${messages}::int[]) as m (id)
      cross join unnest(${ids}::int[]) with ordinality as x (chosen, place)`.execute(tx);
  }
}
