import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { appendAudit } from '#server/api/audit/audit.ts';
import { loader } from '#server/api/graphql/loaders.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { recordSecurity } from '#server/api/security-log/record.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { holdDirectory } from '#server/contacts/directories/directory.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { sha256 } from '#server/platform/secrets.ts';

/** A token of a SCIM client. */
export type ScimToken = Row<'scimTokens'>;

const mostTokens = 5;
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Only this response contains the token. */
export async function createScimToken(ctx: SignedIn, directoryId: number): Promise<{ token: string; row: ScimToken }> {
  const prefix = Array.from(randomBytes(8), (byte) => alphabet[byte % 32]).join('');
  const token = `scim_${prefix}_${randomBytes(32).toString('base64url')}`;
  return inTransaction(ctx.db, async (tx) => {
    const directory = await holdDirectory(tx, directoryId);
    if (directory.kind !== 'scim') throw new Refusal('error_not_found');
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from scim_tokens where directory_id = ${directoryId} and revoked_at is null`.execute(
      tx,
    );
    if (rows[0]!.n >= mostTokens) throw new Refusal('error_too_many', undefined, { most: mostTokens });
    const row = await tx
      .insertInto('scimTokens')
      .values({ directoryId, prefix, tokenHash: sha256(token), insertedBy: ctx.viewer.id })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordChange(tx, ctx, directory, { prefix, change: 'scim_token_created' });
    return { token, row };
  });
}

/** Revokes a token: its client gets no further answer. */
export async function revokeScimToken(ctx: SignedIn, id: number): Promise<ScimToken> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await tx.selectFrom('scimTokens').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw new Refusal('error_not_found');
    if (row.revokedAt) return row;
    const directory = await holdDirectory(tx, row.directoryId);
    await recordChange(tx, ctx, directory, { prefix: row.prefix, change: 'scim_token_revoked' });
    const change = tx.updateTable('scimTokens').set({ revokedAt: new Date() }).where('id', '=', id);
    return change.returningAll().executeTakeFirstOrThrow();
  });
}

interface Change {
  prefix: string;
  change: 'scim_token_created' | 'scim_token_revoked';
}

async function recordChange(
  tx: Parameters<typeof appendAudit>[0],
  { viewer }: SignedIn,
  { id, label }: { id: number; label: string },
  { prefix, change }: Change,
): Promise<void> {
  const values = change === 'scim_token_created' ? { after: { scimToken: prefix } } : { before: { scimToken: prefix } };
  await appendAudit(tx, { by: viewer.id, action: 'update', type: 'Directory', rowId: id, label, ...values });
  await recordSecurity(tx, { kind: 'access_changed', by: viewer.id, what: 'SCIM', detail: change });
}

/** Returns tokens, newest first; the last five revoked ones. */
export async function scimTokensOf(ctx: Context, directoryId: number): Promise<ScimToken[]> {
  const tokens = loader<number, ScimToken[]>(ctx.loaders, 'directories.scimTokens', async (ids, db) => {
    const { rows } = await sql<ScimToken>`
      select t.* from unnest(${ids}::int[]) as directory (id) cross join lateral (
        select * from scim_tokens where directory_id = directory.id
        order by revoked_at is not null, id desc limit ${2 * mostTokens}) t`.execute(db);
    return Map.groupBy(rows, (row) => row.directoryId);
  });
  return (await tokens.load(directoryId)) ?? [];
}

/** A client that was recognized by its token. */
export interface ScimClient {
  tokenId: number;
  directoryId: number;
}

/** Returns a token's client; null if invalid. */
export async function findScimClient(db: Db, token: string): Promise<ScimClient | null> {
  const { rows } = await sql<ScimClient & { isStale: boolean }>`
    select t.id as token_id, t.directory_id, coalesce(t.used_at < now() - interval '1 minute', true) as is_stale
    from scim_tokens t where t.token_hash = ${sha256(token)} and t.revoked_at is null`.execute(db);
  const [client] = rows;
  if (!client) return null;
  const { tokenId, directoryId, isStale } = client;
  if (isStale) await sql`update scim_tokens set used_at = now() where id = ${tokenId}`.execute(db);
  return { tokenId, directoryId };
}

/** Returns whether a token wasn't revoked. */
export async function isScimTokenValid(db: Db, tokenId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from scim_tokens where id = ${tokenId} and revoked_at is null`.execute(db);
  return rows.length > 0;
}
