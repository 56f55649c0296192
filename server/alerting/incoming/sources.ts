import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { appendAudit } from '#server/api/audit/audit.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { sha256 } from '#server/platform/secrets.ts';
import type { IncomingKind } from '#shared/incoming-kinds.ts';
import type { RefusalKey } from '#shared/refusals.ts';

/** Where sources send to, followed by the secret. */
export const incomingPath = '/api/incoming';

/** A source that may send now. */
export interface OpenSource {
  id: number;
  kind: IncomingKind;
}

export async function findSource(db: Db, secret: string): Promise<OpenSource | null> {
  if (!/^[\w-]{43}$/.test(secret)) return null;
  const { rows } = await sql<OpenSource>`
    select id, kind from incoming_sources where address_hash = ${sha256(secret)} and is_active`.execute(db);
  return rows[0] ?? null;
}

/** Notes for administrators why a message was refused. */
export async function noteRefusal(db: Db, sourceId: number, key: RefusalKey): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update incoming_sources set refused_at = clock_timestamp(), refusal = ${key}
    where id = ${sourceId} and (refusal is distinct from ${key} or refused_at < clock_timestamp() - interval '10 seconds')
    returning id`.execute(db);
  if (rows.length) await publish(db, { system: true }); // a wrongly set up source may repeat it many times a second
}

/** A new address, shown once. */
export interface NewAddress {
  source: Row<'incomingSources'>;
  url: string;
}

/** Replaces a source's secret address. */
export async function replaceAddress(ctx: SignedIn, id: number): Promise<NewAddress> {
  const secret = randomBytes(32).toString('base64url');
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<Row<'incomingSources'>>`
      update incoming_sources set address_hash = ${sha256(secret)}, address_set_at = clock_timestamp()
      where id = ${id} returning *`.execute(tx);
    const [source] = rows;
    if (!source) throw new Refusal('error_not_found');
    const after = { address: 'replaced' };
    await appendAudit(tx, {
      by: ctx.viewer.id,
      action: 'update',
      type: 'IncomingSource',
      rowId: id,
      label: source.name,
      after,
    });
    await publish(tx, { system: true });
    return { source, url: `${ctx.publicUrl}${incomingPath}/${secret}` };
  });
}
