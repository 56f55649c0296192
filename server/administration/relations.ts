import { listIdsOfType, setListsOfType } from '#server/alerting/events/set-event-type-lists.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import type { EntityName } from '#shared/administration/entity.ts';

/** Reads and writes a `references` field. */
export interface EntityRelation {
  read(tx: Tx, id: number): Promise<number[]>;
  write(tx: Tx, id: number, ids: readonly number[]): Promise<void>;
}

const relations: Record<string, EntityRelation> = {
  'EventType.mailingLists': { read: listIdsOfType, write: setListsOfType },
};

/** The relation behind a field. */
export function relationOf(entity: EntityName, field: string): EntityRelation {
  const relation = relations[`${entity}.${field}`];
  if (!relation) throw new Error(`${entity}.${field}: nobody reads and writes this relation`);
  return relation;
}
