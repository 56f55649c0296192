import { sql } from 'kysely';
import { launchInEvent } from '#server/alerting/event-log/states.ts';
import { endWatches } from '#server/alerting/messages/follow-watches.ts';
import { feedFieldsOf, findMessage, lockMessages, type MessageRow } from '#server/alerting/messages/message-rows.ts';
import { mayAct, mayDelete } from '#server/alerting/messages/report-rules.ts';
import { requiredText } from '#server/api/input.ts';
import { cleanContent } from '#server/api/rich-text.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import type { JsonValue } from '#server/platform/database/types.gen.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { isOneOf, messageSets } from '#shared/delivery-states.ts';
import { checkFeed, isRecord } from '#shared/feed-field.ts';
import { limits } from '#shared/limits.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { Text } from '#shared/said-lines.ts';
import { checkChangedBlocks } from './read-only-blocks.ts';
import { textToStore } from './text-to-store.ts';

/** A change of a draft. */
export interface MessageChange {
  id: number;
  title?: string | null | undefined;
  content?: string | null | undefined;
  /** The original of the changed title and content. */
  before?: Text | null | undefined;
  /** Uses the report's text. */
  commonText?: boolean | null | undefined;
  requestAnswer?: boolean | null | undefined;
  feedValues?: JsonValue | undefined;
}

/** Changes a draft; a rejected message becomes one. */
export async function updateMessage(ctx: Context, input: MessageChange): Promise<number> {
  const { id, requestAnswer, feedValues, commonText } = input;
  const title = typeof input.title === 'string' ? requiredText('title', input.title, limits.nameMaximum) : null;
  const content = typeof input.content === 'string' ? cleanContent('content', input.content) : null;
  await onDraft(
    ctx,
    id,
    (message) => mayAct(ctx, 'edit', message),
    async (tx, message) => {
      const text = commonText
        ? await textOfReport(tx, message.reportId)
        : textToStore({ title, content }, input.before, message);
      if (content && !commonText) await checkOwnText(tx, message, text.content);
      const entered = feedValues === undefined ? undefined : checkedFeed(message, feedValues);
      await tx
        .updateTable('messages')
        .set({
          status: 'draft',
          title: text.title,
          content: text.content,
          ...(typeof requestAnswer === 'boolean' ? { requestAnswer } : {}),
          ...(entered === undefined ? {} : { feedValues: JSON.stringify(entered) }),
        })
        .where('id', '=', id)
        .execute();
      await endWatches(tx, [id]); // it returns to its author, who decides when it leaves
    },
  );
  return id;
}

const textOfReport = (tx: Tx, id: number): Promise<Text> =>
  tx.selectFrom('reports').select(['title', 'content']).where('id', '=', id).executeTakeFirstOrThrow();

async function checkOwnText(tx: Tx, { reportId, eventId, content: before }: MessageRow, content: string) {
  const report = await textOfReport(tx, reportId);
  await checkChangedBlocks(tx, content, { report: { id: reportId, eventId }, before: [before, report.content] });
}

/** Accepts missing values; refuses invalid and unknown ones. */
function checkedFeed(message: MessageRow, entered: JsonValue): JsonValue {
  if (entered === null) return null;
  const fits = isRecord(entered) && JSON.stringify(entered).length <= limits.contentMaximum;
  if (!fits) throw new Refusal('error_invalid_input', { feedValues: 'error_invalid_input' });
  const fields = feedFieldsOf(message);
  const checked = checkFeed(fields, entered);
  const faults: Record<string, RefusalKey> = { ...checked.faults };
  const names = Object.keys(entered);
  for (const name of names) if (!fields.some((field) => field.name === name)) faults[name] = 'error_unknown_field';
  if (Object.keys(faults).length) throw new Refusal('error_invalid_input', faults);
  return Object.fromEntries(names.map((name) => [name, checked.values[name] as JsonValue]));
}

export async function deleteMessage(ctx: Context, id: number): Promise<void> {
  await onDraft(
    ctx,
    id,
    (message) => mayDelete(ctx, message),
    async (tx, message) => {
      await tx
        .updateTable('messages')
        .set({ isActive: false, removedAt: sql<Date>`clock_timestamp()` })
        .where('id', '=', message.id)
        .execute();
    },
  );
}

/** Runs work on a locked draft; refuses viewers without permission. */
export async function onDraft(
  ctx: Context,
  id: number,
  may: (message: MessageRow) => boolean,
  work: (tx: Tx, message: MessageRow) => Promise<void>,
): Promise<void> {
  const found = await findMessage(ctx.db, id);
  if (!found) throw new Refusal('error_not_found');
  if (!may(found)) throw new Refusal('error_forbidden');
  await withRetries(ctx.db, async (tx) => {
    await launchInEvent(tx, found.eventId);
    const [message] = await lockMessages(tx, found.reportId, [id]);
    if (!message) throw new Refusal('error_not_found');
    if (!isOneOf(messageSets.editable, message.status)) throw new Refusal('error_message_already_sent');
    await work(tx, message);
    await publish(tx, { message: [id], report: [message.reportId], event: [message.eventId] });
  });
}
