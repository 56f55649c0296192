import { whoActs } from '#server/api/viewer/acting.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import type { SecurityKindName } from '#shared/security-log.ts';

/** The subject; its name is looked up on reading. */
export type Subject = readonly [type: 'User' | 'ApiKey' | 'SystemSetting' | 'Roster' | 'Event', id: number];

/** By default with the acting user and network. */
export interface SecurityLine {
  kind: SecurityKindName;
  by?: number | null;
  network?: string | null;
  /** Operation, path or kind of change. */
  what?: string;
  /** The reason, way, or changed fields; never a user's text. */
  detail?: string;
  subject?: Subject;
  count?: number;
}

const longest = 200;

export async function recordSecurity(db: Db | Tx, ...lines: readonly SecurityLine[]): Promise<void> {
  if (!lines.length) return;
  const { userId, key, network } = whoActs();
  const rows = lines.map((line) => ({
    kind: line.kind,
    userId: line.by === undefined ? userId : line.by,
    apiKeyId: key?.id ?? null,
    network: line.network === undefined ? network : line.network,
    what: line.what?.slice(0, longest) ?? null,
    detail: line.detail?.slice(0, longest) ?? null,
    subjectType: line.subject?.[0] ?? null,
    subjectId: line.subject?.[1] ?? null,
    count: line.count ?? 1,
  }));
  await db.insertInto('securityEntries').values(rows).execute();
}
