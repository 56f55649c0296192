import { sql } from 'kysely';
import { recordSecurity } from '#server/api/security-log/record.ts';
import { withKey } from '#server/api/viewer/acting.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { type CheckedLog, judgeLog, readSealed, type Sealing, type SealReport } from '#server/platform/seals/check.ts';
import type { AuditLine } from './audit-line.ts';
import { auditSecurityLines } from './security-lines.ts';

/**
 * Appends to the hash-chained audit log, locked until the commit. Security-relevant changes are referenced in the
 * security log.
 */
export async function appendAudit(tx: Tx, line: AuditLine): Promise<void> {
  await recordSecurity(tx, ...auditSecurityLines(line)); // before locking the log
  const json = (value: AuditLine['before']) => (value ? JSON.stringify(value) : null);
  await sql`select append_audit(${line.by}, ${line.action}, ${line.type}, ${line.rowId}, ${withKey(line.label.slice(0, 200))},
    ${json(line.before)}::jsonb, ${json(line.after)}::jsonb)`.execute(tx);
}

/** Returns the changed fields between two states, or null. */
export function changedValues(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => !same(before[name], after[name]));
  if (!changed.length) return null;
  const pick = (state: Record<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, state[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}

export const filled = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));

const same = (one: unknown, other: unknown) => canonical(one ?? null) === canonical(other ?? null);

/** Sorts the keys of objects, because the database changes their order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) && !(part instanceof Date)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** Verifies the chain and seals of the audit log. Can't detect removed entries since the last seal (ten minutes). */
export async function checkAudit(sealing: Sealing): Promise<SealReport> {
  const sealed = await readSealed(sealing);
  const { rows } = await sql<CheckedLog>`
    select coalesce(bool_and(e.fits), true) as fits, count(e.id)::int as total, s.entries, s.head, s.at,
      s.signature, s.first_entries, s.first_at,
      coalesce(bool_or(e.id = s.last_entry_id and e.hash = s.head and e.place = s.entries), false) as stands
    from (values ('audit')) c (chain) left join log_seals s on s.chain = c.chain
    left join (
      select id, at, hash, row_number() over (order by id) as place, previous_hash = coalesce(lag(hash) over (order by id), '')
        and hash = audit_hash(previous_hash, at, by_user_id, action, type, row_id, label, before, after) as fits
      from audit_entries) e on true
    group by s.chain`.execute(sealing.db);
  return judgeLog(sealing, 'audit', rows[0]!, sealed);
}
