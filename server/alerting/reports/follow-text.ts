import { eventValues } from '#server/alerting/snippets/values.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { messageSets } from '#shared/delivery-states.ts';
import type { SaidAloud } from '#shared/said-lines.ts';
import { type PlaceChange, saidIn } from './prepared.ts';

/** Returns the report's changed event details, to update its texts. */
export function saidAnew(before: Row<'reports'>, after: Row<'reports'>): SaidAloud {
  const saysPlace = before.locationId !== after.locationId || before.place !== after.place;
  return {
    ...(saysPlace ? { place: Boolean(after.locationId || after.place) } : {}),
    ...(before.description === after.description ? {} : { description: Boolean(after.description) }),
  };
}

/** Updates drafts that still have the report's title or content. */
export async function followText(tx: Tx, before: Row<'reports'>, after: Row<'reports'>): Promise<void> {
  for (const field of ['title', 'content'] as const) {
    if (before[field] === after[field]) continue;
    await tx
      .updateTable('messages')
      .set({ [field]: after[field] })
      .where('reportId', '=', after.id)
      .where('status', 'in', messageSets.editable)
      .where(field, '=', before[field])
      .execute();
  }
}

/** Adds event details to adapted texts, also deleted ones. */
export async function sayInOwnTexts(
  tx: Tx,
  { id, title, content }: Row<'reports'>,
  said: SaidAloud,
  move: PlaceChange,
): Promise<void> {
  if (!Object.keys(said).length) return;
  const own = await tx
    .selectFrom('messages')
    .select(['id', 'title', 'content'])
    .where('reportId', '=', id)
    .where('status', 'in', messageSets.editable)
    .where((eb) => eb.or([eb('content', '<>', content), eb('title', '<>', title)]))
    .orderBy('id')
    .execute();
  for (const message of own) {
    const text = saidIn(message, said, { ...move, adds: false });
    if (text.content === message.content && text.title === message.title) continue;
    await tx.updateTable('messages').set(text).where('id', '=', message.id).execute();
  }
}

/** Stores event details; returns the place's old and new name. */
export async function storeSaid(
  tx: Tx,
  { id, eventId }: Row<'reports'>,
  said: Partial<Pick<Row<'reports'>, 'locationId' | 'place' | 'description'>>,
): Promise<PlaceChange> {
  if (!('place' in said)) return { before: undefined, after: undefined };
  const before = await placeOf(tx, eventId, id);
  await tx.updateTable('reports').set(said).where('id', '=', id).execute();
  return { before, after: await placeOf(tx, eventId, id) };
}

const placeOf = async (tx: Tx, eventId: number, report: number) =>
  (await eventValues({ db: tx }, eventId, { report }))['event.place'];
