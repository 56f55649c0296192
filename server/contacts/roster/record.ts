import { appendAudit, filled } from '#server/api/audit/audit.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Tx } from '#server/platform/database/connect.ts';

/** People by id, so that erasing removes names. */
interface RosterChange {
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Records a roster's change, as the last step of a transaction. */
export function recordRoster(
  tx: Tx,
  ctx: SignedIn,
  { id: rowId, name: label }: Pick<Row<'groups'>, 'id' | 'name'>,
  { before = {}, after = {} }: RosterChange,
): Promise<void> {
  const line = { by: ctx.viewer.id, action: 'update' as const, type: 'Roster', rowId, label };
  return appendAudit(tx, { ...line, before: filled(before), after: filled(after) });
}
