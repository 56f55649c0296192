import { appendAudit, changedValues, filled } from '#server/api/audit/audit.ts';
import type { AuditLine } from '#server/api/audit/audit-line.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';

/** A changed group, mailing list or roster of a group. */
export interface ChangedContacts {
  type: 'Group' | 'MailingList' | 'Roster';
  row: { id: number; name: string };
  action?: AuditLine['action'];
  /** The values that can differ; people by number only, so that erasing removes their names. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

const mostNumbers = 100;

/**
 * Records a change of a group, mailing list or roster in the audit log, unless nothing differs; the last step of a
 * transaction.
 */
export async function recordContacts(tx: Tx, ctx: Context, change: ChangedContacts): Promise<void> {
  const { type, row, action = 'update', before = {}, after = {} } = change;
  const changes = changedValues(before, after);
  if (!changes) return;
  const line = { by: ctx.viewer?.id ?? null, action, type, rowId: row.id, label: row.name };
  // the unchanged values of a roster's entry name its shift or turn
  const states = type === 'Roster' ? { before, after } : changes;
  await appendAudit(tx, { ...line, before: filled(states.before), after: filled(states.after) });
}

/** The numbers of members, or how many they are if they are too many for an entry; undefined for none. */
export function membersInAudit(ids: readonly number[]): number[] | { count: number } | undefined {
  if (ids.length === 0) return undefined;
  return ids.length > mostNumbers ? { count: ids.length } : [...ids];
}

/** The former and new order of numbers, if they differ; only the count if they are too many for an entry. */
export function orderInAudit(
  name: 'callOrder' | 'groupOrder',
  before: readonly number[],
  after: readonly number[],
): Pick<ChangedContacts, 'before' | 'after'> {
  if (after.every((id, place) => id === before[place])) return {};
  const is = { after: { [name]: membersInAudit(after) } };
  return after.length > mostNumbers ? is : { before: { [name]: [...before] }, ...is };
}
