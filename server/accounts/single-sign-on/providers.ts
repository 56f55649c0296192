import { sql } from 'kysely';
import { appendAudit, changedValues, filled } from '#server/api/audit/audit.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { requiredText } from '#server/api/input.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { refuseStale } from '#server/platform/database/versions.ts';
import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';
import { issuerInput, roleMapInput, scopesInput } from './provider-input.ts';
import { sealClientSecret } from './provider-secret.ts';
import type { GroupRole } from './role-mapping.ts';

type Stored = Row<'oidcProviders'>;

/** A provider that users sign in with. */
export type Provider = Omit<Stored, 'roleMap'> & { roleMap: GroupRole[] };

const most = 10;

/** Settings of a provider; absent fields stay unchanged. */
export interface ProviderFields {
  label?: string | null | undefined;
  clientId?: string | null | undefined;
  /** Empty for a public client. */
  clientSecret?: string | null | undefined;
  scopes?: string | null | undefined;
  groupsClaim?: string | null | undefined;
  roleMap?: readonly { group: string; role: string }[] | null | undefined;
  ownNetwork?: boolean | null | undefined;
  checksSecondFactor?: boolean | null | undefined;
  isActive?: boolean | null | undefined;
}

const read = (row: Stored): Provider => ({ ...row, roleMap: row.roleMap as unknown as GroupRole[] });

/** Returns all providers by label. */
export async function listProviders(db: Db): Promise<Provider[]> {
  const rows = await db.selectFrom('oidcProviders').selectAll().orderBy('label').orderBy('id').limit(most).execute();
  return rows.map(read);
}

/** Returns a provider; refuses an unknown one. */
export async function findProvider(db: Db | Tx, id: number): Promise<Provider> {
  const row = await db.selectFrom('oidcProviders').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refusal('error_not_found');
  return read(row);
}

/** Returns an active provider, or refuses. */
export async function findActiveProvider(db: Db, id: number): Promise<Provider> {
  const row = await db
    .selectFrom('oidcProviders')
    .selectAll()
    .where('id', '=', id)
    .where('isActive', '=', true)
    .executeTakeFirst();
  if (!row) throw new Refusal('error_sso_inactive');
  return read(row);
}

/** The issuer stays, because users are known by it. */
export async function createProvider(
  ctx: SignedIn,
  { issuer, ...fields }: ProviderFields & { issuer: string },
): Promise<Provider> {
  const values = {
    ...settingsOf({ scopes: 'openid profile email', groupsClaim: 'groups', label: '', clientId: '', ...fields }),
    issuer: issuerInput(ctx, issuer),
    insertedBy: ctx.viewer.id,
  };
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from oidc_providers`.execute(tx);
    if (rows[0]!.n >= most) throw new Refusal('error_too_many', undefined, { most });
    const made = await tx
      .insertInto('oidcProviders')
      .values(stored(values) as never)
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw new Refusal('error_sso_issuer_taken', { issuer: 'error_sso_issuer_taken' });
    if (fields.clientSecret) await keepSecret(ctx, tx, made.id, fields.clientSecret);
    const provider = await findProvider(tx, made.id);
    await record(tx, ctx, provider, { action: 'create', after: filled(stateOf(provider)) });
    return provider;
  });
}

/** Changes a provider. Without `clientSecret` the kept one stays. */
export async function updateProvider(
  ctx: SignedIn,
  id: number,
  { version, ...fields }: ProviderFields & { version?: number | null | undefined },
): Promise<Provider> {
  return inTransaction(ctx.db, async (tx) => {
    const before = await holdProvider(tx, id);
    refuseStale(before, version);
    const wanted = settingsOf(fields);
    const isNewSecret = typeof fields.clientSecret === 'string';
    if (isNewSecret) await keepSecret(ctx, tx, id, fields.clientSecret!);
    const changes = changedValues(stateOf(before), {
      ...stateOf({ ...before, ...wanted }),
      ...(isNewSecret ? { clientSecret: 'new' } : {}),
    });
    if (!changes) return before;
    await tx
      .updateTable('oidcProviders')
      .set({ ...stored(wanted), version: before.version + 1 })
      .where('id', '=', id)
      .execute();
    const provider = await findProvider(tx, id);
    const action = before.isActive && !provider.isActive ? 'switch_off' : 'update';
    await record(tx, ctx, provider, { action, ...changes });
    return provider;
  });
}

/** Removes a provider with the links to its users, who stay with their roles and sessions. */
export async function deleteProvider(ctx: SignedIn, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const before = await holdProvider(tx, id);
    await tx.deleteFrom('oidcProviders').where('id', '=', id).execute();
    await record(tx, ctx, before, { action: 'remove', before: filled(stateOf(before)) });
  });
}

async function holdProvider(tx: Tx, id: number): Promise<Provider> {
  const row = await tx.selectFrom('oidcProviders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw new Refusal('error_not_found');
  return read(row);
}

const keepSecret = (ctx: SignedIn, tx: Tx, id: number, secret: string) =>
  tx
    .updateTable('oidcProviders')
    .set({ clientSecret: secret === '' ? null : sealClientSecret(ctx.secrets, id, secret) })
    .where('id', '=', id)
    .execute();

type Settings = Partial<Omit<Provider, 'id' | 'issuer' | 'clientSecret'>>;

/** The given settings, checked. */
function settingsOf(fields: ProviderFields): Settings {
  const wanted: Settings = {};
  if (fields.label !== undefined) wanted.label = requiredText('label', fields.label, 60);
  if (fields.clientId !== undefined) wanted.clientId = requiredText('clientId', fields.clientId, limits.lineMaximum);
  if (fields.scopes !== undefined) wanted.scopes = scopesInput(fields.scopes);
  if (fields.groupsClaim !== undefined)
    wanted.groupsClaim = requiredText('groupsClaim', fields.groupsClaim, limits.nameMaximum);
  if (fields.roleMap) wanted.roleMap = roleMapInput(fields.roleMap);
  if (typeof fields.ownNetwork === 'boolean') wanted.ownNetwork = fields.ownNetwork;
  if (typeof fields.checksSecondFactor === 'boolean') wanted.checksSecondFactor = fields.checksSecondFactor;
  if (typeof fields.isActive === 'boolean') wanted.isActive = fields.isActive;
  return wanted;
}

const stored = ({ roleMap, ...settings }: Settings) => ({
  ...settings,
  ...(roleMap ? { roleMap: JSON.stringify(roleMap) } : {}),
});

/** Returns the fields for the audit log, without the secret. */
const stateOf = (provider: Provider): Record<string, unknown> => ({
  label: provider.label,
  issuer: provider.issuer,
  clientId: provider.clientId,
  scopes: provider.scopes,
  groupsClaim: provider.groupsClaim,
  roleMap: provider.roleMap.map(({ group, role }) => `${group} → ${role}`),
  ownNetwork: provider.ownNetwork,
  checksSecondFactor: provider.checksSecondFactor,
  isActive: provider.isActive,
});

type Line = Omit<Parameters<typeof appendAudit>[1], 'by' | 'type' | 'rowId' | 'label'>;

const record = (tx: Tx, { viewer }: SignedIn, { id, label }: Provider, line: Line) =>
  appendAudit(tx, { by: viewer.id, type: 'OidcProvider', rowId: id, label, ...line });
