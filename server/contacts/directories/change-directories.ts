import { sql } from 'kysely';
import { appendAudit, changedValues, filled } from '#server/api/audit/audit.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { refuseStale } from '#server/platform/database/versions.ts';
import { Refusal } from '#server/platform/errors.ts';
import { type DirectoryKind, directoryPresets } from '#shared/directories.ts';
import { sealBindPassword } from './bind-secret.ts';
import { findDirectory, holdDirectory, mostDirectories, type PeopleDirectory } from './directory.ts';
import {
  type DirectoryFields,
  type DirectorySettings,
  directorySettingsOf,
  refuseUnfitDirectory,
} from './directory-input.ts';
import { planNext } from './run-directory.ts';
import { wakeScim } from './scim/scim-store.ts';

/** Creates a directory with its kind's defaults. */
export async function createDirectory(ctx: SignedIn, fields: DirectoryFields): Promise<PeopleDirectory> {
  const preset = directoryPresets[fields.kind as DirectoryKind] as (typeof directoryPresets)[DirectoryKind] | undefined;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
  const wanted = directorySettingsOf({ kind: '', label: '', url: '', baseDn: '', ...preset, ...given }, fields.kind);
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from directories`.execute(tx);
    if (rows[0]!.n >= mostDirectories) throw new Refusal('error_too_many', undefined, { most: mostDirectories });
    await refuseUnfitDirectory(tx, wanted, Boolean(fields.bindPassword));
    const made = await tx
      .insertInto('directories')
      .values({ ...stored(wanted), insertedBy: ctx.viewer.id } as never)
      .onConflict((c) => c.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw new Refusal('error_directory_label', { label: 'error_directory_label' });
    if (fields.bindPassword) await keepPassword(ctx, tx, made.id, fields.bindPassword);
    await planNext(tx, made.id);
    const directory = await findDirectory(tx, made.id);
    await record(tx, ctx, directory, { action: 'create', after: filled(stateOf(directory)) });
    return directory;
  });
}

/** Changes a directory. Without `bindPassword` the stored one stays for the same server. */
export async function updateDirectory(
  ctx: SignedIn,
  id: number,
  { version, ...fields }: DirectoryFields & { version?: number | null | undefined },
): Promise<PeopleDirectory> {
  return inTransaction(ctx.db, async (tx) => {
    const before = await holdDirectory(tx, id);
    refuseStale(before, version);
    const wanted = directorySettingsOf(fields, before.kind);
    const after = { ...before, ...wanted };
    const isNewPassword = typeof fields.bindPassword === 'string';
    // a stored password must not be sent to another server
    const isElsewhere = after.url !== before.url || after.ca !== before.ca || after.ownNetwork !== before.ownNetwork;
    if (before.bindPassword && isElsewhere && !isNewPassword)
      throw new Refusal('error_directory_password_again', { bindPassword: 'error_directory_password_again' });
    await refuseUnfitDirectory(tx, after, isNewPassword ? fields.bindPassword !== '' : before.bindPassword !== null);
    const isTaken =
      wanted.label !== undefined && wanted.label !== before.label && (await isLabelTaken(tx, wanted.label));
    if (isTaken) throw new Refusal('error_directory_label', { label: 'error_directory_label' });
    if (isNewPassword) await keepPassword(ctx, tx, id, fields.bindPassword!);
    const changes = changedValues(stateOf(before), {
      ...stateOf(after),
      ...(isNewPassword ? { bindPassword: 'new' } : {}),
    });
    if (!changes) return before;
    const values = { ...stored(wanted), version: before.version + 1 };
    await tx.updateTable('directories').set(values).where('id', '=', id).execute();
    if (after.intervalHours !== before.intervalHours || after.startHour !== before.startHour) await planNext(tx, id);
    if (after.intervalHours) await wakeScim(tx, id);
    const directory = await findDirectory(tx, id);
    await record(tx, ctx, directory, { action: 'update', ...changes });
    return directory;
  });
}

/** Removes a directory and its links. People stay, and are no longer switched off. */
export async function deleteDirectory(ctx: SignedIn, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const directory = await holdDirectory(tx, id);
    await tx.deleteFrom('directories').where('id', '=', id).execute();
    await record(tx, ctx, directory, { action: 'remove', before: filled(stateOf(directory)) });
  });
}

async function isLabelTaken(tx: Tx, label: string): Promise<boolean> {
  return Boolean(await tx.selectFrom('directories').select('id').where('label', '=', label).executeTakeFirst());
}

const keepPassword = (ctx: SignedIn, tx: Tx, id: number, password: string) =>
  tx
    .updateTable('directories')
    .set({ bindPassword: password === '' ? null : sealBindPassword(ctx.secrets, id, password) })
    .where('id', '=', id)
    .execute();

const stored = ({ attributes, groupRules, ...settings }: DirectorySettings) => ({
  ...settings,
  ...(attributes ? { attributes: JSON.stringify(attributes) } : {}),
  ...(groupRules ? { groupRules: JSON.stringify(groupRules) } : {}),
});

/** Returns the audited fields, without the password. */
const stateOf = (directory: PeopleDirectory): Record<string, unknown> => ({
  label: directory.label,
  kind: directory.kind,
  url: directory.url,
  startTls: directory.startTls,
  bindDn: directory.bindDn,
  ca: directory.ca,
  ownNetwork: directory.ownNetwork,
  baseDn: directory.baseDn,
  filter: directory.filter,
  idAttribute: directory.idAttribute,
  disabledAttribute: directory.disabledAttribute,
  attributes: directory.attributes.map(({ attribute, target }) => `${attribute} → ${target}`),
  groupBaseDn: directory.groupBaseDn,
  groupRules: directory.groupRules.map(({ dn, group }) => `${dn} → ${group}`),
  mostOffPercent: directory.mostOffPercent,
  mostOffPeople: directory.mostOffPeople,
  intervalHours: directory.intervalHours,
  startHour: directory.startHour,
});

type Line = Omit<Parameters<typeof appendAudit>[1], 'by' | 'type' | 'rowId' | 'label'>;

const record = (tx: Tx, { viewer }: SignedIn, { id, label }: PeopleDirectory, line: Line) =>
  appendAudit(tx, { by: viewer.id, type: 'Directory', rowId: id, label, ...line });
