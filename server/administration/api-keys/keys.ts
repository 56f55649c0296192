import { appendAudit, changedValues, filled } from '#server/api/audit/audit.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { requiredText } from '#server/api/input.ts';
import { newKey } from '#server/api/viewer/key.ts';
import { renewKeys } from '#server/api/viewer/key-viewer.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { differing } from '#server/platform/database/versions.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { keyFeatures } from '#shared/api-keys.ts';
import { limits } from '#shared/limits.ts';
import { type Feature, featuresOf } from '#shared/permissions.ts';

type Key = Row<'apiKeys'>;

/** Absent fields stay; a null end means none. */
export interface KeyFields {
  name?: string | null | undefined;
  scopes?: readonly string[] | null | undefined;
  expiresAt?: Date | null | undefined;
}

/** Creates a viewer's key; only this response contains it. */
export async function createApiKey(ctx: SignedIn, fields: KeyFields): Promise<{ apiKey: Key; key: string }> {
  const name = requiredText('name', fields.name, limits.nameMaximum);
  const scopes = knownScopes(fields.scopes ?? [], ctx.viewer.features);
  const expiresAt = futureEnd(fields.expiresAt);
  const { key, ...stored } = newKey();
  return inTransaction(ctx.db, async (tx) => {
    const apiKey = await tx
      .insertInto('apiKeys')
      .values({ name, scopes, expiresAt, ...stored, insertedBy: ctx.viewer.id })
      .returningAll()
      .executeTakeFirstOrThrow();
    await record(tx, ctx.viewer.id, { action: 'create', after: filled(stateOf(apiKey)) }, apiKey);
    return { apiKey, key };
  });
}

/** Changes a key. Viewer and creator need the features of added scopes. */
export async function updateApiKey(ctx: SignedIn, id: number, fields: KeyFields): Promise<Key> {
  return inTransaction(ctx.db, async (tx) => {
    const before = await holdKey(tx, id);
    if (before.revokedAt) throw new Refusal('error_key_revoked');
    const wanted: Partial<Key> = {};
    if (fields.name !== undefined) wanted.name = requiredText('name', fields.name, limits.nameMaximum);
    if (fields.scopes) wanted.scopes = await changedScopes(ctx, tx, before, fields.scopes);
    if (fields.expiresAt !== undefined && fields.expiresAt?.getTime() !== before.expiresAt?.getTime()) {
      wanted.expiresAt = futureEnd(fields.expiresAt);
    }
    const changes = changedValues(stateOf(before), stateOf({ ...before, ...wanted }));
    if (!changes) return before;
    await tx.updateTable('apiKeys').set(differing(before, wanted)).where('id', '=', id).execute();
    await record(tx, ctx.viewer.id, { action: 'update', ...changes }, before);
    return endUse(tx, id);
  });
}

/** Revokes a key and ends everything open with it. */
export async function revokeApiKey(ctx: SignedIn, id: number): Promise<Key> {
  return inTransaction(ctx.db, async (tx) => {
    const before = await holdKey(tx, id);
    if (before.revokedAt) return before;
    await tx.updateTable('apiKeys').set({ revokedAt: new Date() }).where('id', '=', id).execute();
    await record(tx, ctx.viewer.id, { action: 'switch_off' }, before);
    return endUse(tx, id);
  });
}

async function holdKey(tx: Tx, id: number): Promise<Key> {
  const key = await tx.selectFrom('apiKeys').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!key) throw new Refusal('error_not_found');
  return key;
}

async function endUse(tx: Tx, id: number): Promise<Key> {
  await publish(tx, { session: await renewKeys(tx, { id }) });
  return tx.selectFrom('apiKeys').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function changedScopes(ctx: SignedIn, tx: Tx, key: Key, wanted: readonly string[]): Promise<string[]> {
  const { roles } = await tx
    .selectFrom('users')
    .select('roles')
    .where('id', '=', key.insertedBy)
    .executeTakeFirstOrThrow();
  const makers = featuresOf(roles).filter((feature) => ctx.viewer.features.has(feature));
  return knownScopes(wanted, new Set([...makers, ...(key.scopes as Feature[])]));
}

/** Returns scopes in table order; refuses none and invalid ones. */
function knownScopes(wanted: readonly string[], allowed: ReadonlySet<Feature>): string[] {
  const scopes = keyFeatures.filter((feature) => wanted.includes(feature));
  const refused = wanted.filter((scope) => !scopes.some((feature) => feature === scope && allowed.has(feature)));
  if (!wanted.length) throw new Refusal('error_required', { scopes: 'error_required' });
  if (refused.length) {
    throw new Refusal('error_key_scopes', { scopes: 'error_key_scopes' }, { scopes: refused.slice(0, 20) });
  }
  return scopes;
}

function futureEnd(expiresAt: Date | null | undefined): Date | null {
  if (expiresAt && expiresAt.getTime() <= Date.now()) {
    throw new Refusal('error_key_expiry', { expiresAt: 'error_key_expiry' });
  }
  return expiresAt ?? null;
}

const stateOf = ({ name, prefix, scopes, expiresAt }: Key) => ({
  name,
  prefix,
  scopes,
  expiresAt: expiresAt?.toISOString() ?? null,
});

type Line = Omit<Parameters<typeof appendAudit>[1], 'by' | 'type' | 'rowId' | 'label'>;

const record = (tx: Tx, by: number, line: Line, { id, name }: Key) =>
  appendAudit(tx, { by, type: 'ApiKey', rowId: id, label: name, ...line });
