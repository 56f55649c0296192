import { type RawBuilder, sql } from 'kysely';
import { prepareActivation } from '#server/alerting/reports/activation.ts';
import { findReport } from '#server/alerting/reports/queries.ts';
import { tidyAddition } from '#server/alerting/triggers/start.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { refuseStale } from '#server/platform/database/versions.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import { announceItems, waitAgain } from './items.ts';

type Item = Row<'incomingItems'>;
/** The version that the user saw. */
type Version = number | null | undefined;

/** Makes the user responsible. Later users learn who it was. */
export const takeItem = ({ db, viewer }: SignedIn, id: number): Promise<Item> =>
  withRetries(db, async (tx) => {
    const item = await holdItem(tx, id);
    if (item.closedAt) throw new Refusal('error_incoming_closed');
    return takeHeld(tx, item, viewer.id);
  });

async function takeHeld(tx: Tx, item: Item, by: number): Promise<Item> {
  if (item.takenBy === by) return item;
  if (item.takenBy !== null) throw await takenByOther(tx, item.takenBy);
  return change(
    tx,
    sql<Item>`
    update incoming_items set taken_by = ${by}, taken_at = clock_timestamp(), next_notice_at = null,
      version = version + 1
    where id = ${item.id} returning *`,
  );
}

async function takenByOther(tx: Tx, userId: number): Promise<Refusal> {
  const user = await tx
    .selectFrom('users')
    .select(['firstName', 'lastName'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return new Refusal('error_incoming_taken', undefined, { name: `${user.firstName} ${user.lastName}` });
}

/** Releases an item; people on duty are notified again. */
export const releaseItem = ({ db }: SignedIn, id: number, version: Version): Promise<Item> =>
  withRetries(db, async (tx) => {
    const item = await holdItem(tx, id);
    if (item.takenBy === null && !item.closedAt) return item;
    refuseStale(item, version);
    return change(
      tx,
      sql<Item>`
      update incoming_items set ${waitAgain}, version = version + 1 where id = ${id} returning *`,
    );
  });

/** Closes an item that needs nothing more. */
export const closeItem = ({ db, viewer }: SignedIn, id: number, version: Version): Promise<Item> =>
  withRetries(db, async (tx) => {
    const item = await holdItem(tx, id);
    if (item.closedAt) return item;
    refuseStale(item, version);
    return change(
      tx,
      sql<Item>`
      update incoming_items set closed_at = clock_timestamp(), closed_by = ${viewer.id}, next_notice_at = null,
        version = version + 1
      where id = ${id} returning *`,
    );
  });

/** Prepares an item's alarm as a draft and makes the user responsible. One draft per item; returns an existing one. */
export async function draftFromItem(
  { db, viewer }: SignedIn,
  id: number,
  eventType: number,
): Promise<{ item: Item; report: Row<'reports'> }> {
  return withRetries(db, async (tx) => {
    const held = await holdItem(tx, id);
    const known = held.reportId === null ? null : await findReport(tx, held.reportId);
    if (known) return { item: held, report: known };
    if (held.closedAt) throw new Refusal('error_incoming_closed');
    const item = await takeHeld(tx, held, viewer.id);
    const addition = tidyAddition([item.title, item.text].filter(Boolean).join('\n'));
    const report = await prepareActivation({ db: tx, viewer }, { eventType, mode: 'LIVE', addition });
    const noted = await change(
      tx,
      sql<Item>`
      update incoming_items set report_id = ${report.id}, version = version + 1 where id = ${id} returning *`,
    );
    return { item: noted, report };
  });
}

async function holdItem(tx: Tx, id: number): Promise<Item> {
  const item = await tx.selectFrom('incomingItems').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!item) throw new Refusal('error_not_found');
  return item;
}

async function change(tx: Tx, statement: RawBuilder<Item>): Promise<Item> {
  const { rows } = await statement.execute(tx);
  await announceItems(tx);
  return rows[0]!;
}
