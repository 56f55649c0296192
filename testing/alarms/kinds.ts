import type { Db } from '#server/platform/database/connect.ts';
import { createEventType, createMailingList, createSnippet, idByIdentifier } from '#testing/factories.ts';

interface Kind {
  name: string;
  /** The people of its list. */
  people: number[];
  /** The content of its activation. */
  content: string;
  /** Its usual location. */
  location?: { name: string; address?: string };
}

/** Creates an event type with list, text and location. */
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
