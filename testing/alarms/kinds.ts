import type { Db } from '#server/platform/database/connect.ts';
import { createEventType, createMailingList, createSnippet, idByIdentifier } from '#testing/factories.ts';

interface Kind {
  name: string;
  /** Whom its list holds. */
  people: number[];
  /** What its activation says. */
  content: string;
  /** Where it usually is. */
  location?: { name: string; address?: string };
}

/** An event type that is ready to alarm: with its list, its text and where it usually is. */
export async function createKind(db: Db, { name, people, content, location }: Kind) {
  const place = location
    ? await db.insertInto('locations').values(location).returning('id').executeTakeFirstOrThrow()
    : null;
  const list = await createMailingList(db, { people });
  const type = await createEventType(db, { name, lists: [list.id], locationId: place?.id ?? null });
  const reportTypeId = await idByIdentifier(db, 'reportTypes', 'activation');
  await createSnippet(db, { content, eventTypeId: type.id, reportTypeId });
  return { ...type, listId: list.id };
}
