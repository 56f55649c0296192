import path from 'node:path';
import { appendAudit, changedValues } from '#server/api/audit/audit.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { limitedText, requiredText } from '#server/api/input.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { refuseStale } from '#server/platform/database/versions.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { type Secrets, seal, unseal } from '#server/platform/secrets.ts';
import { limits } from '#shared/limits.ts';

/** The settings of scheduled backups. */
export type BackupSettings = Row<'backupSettings'>;

/** Changes to the settings; absent fields stay unchanged. */
export interface BackupSettingsFields {
  isActive?: boolean | null | undefined;
  folder?: string | null | undefined;
  startAt?: string | null | undefined;
  keepDaily?: number | null | undefined;
  keepWeekly?: number | null | undefined;
  keepMonthly?: number | null | undefined;
  /** A public key of age; empty for a passphrase. */
  recipient?: string | null | undefined;
  passphrase?: string | null | undefined;
}

const context = 'backup_settings/1';
const shortestPassphrase = 12;
const mostKept = 400;

/** Returns the settings. */
export const readBackupSettings = (db: Db | Tx): Promise<BackupSettings> =>
  db.selectFrom('backupSettings').selectAll().executeTakeFirstOrThrow();

/** Null without one, undefined if sealed with another key. */
export function passphraseOf({ store }: Secrets, { passphrase }: BackupSettings): string | null | undefined {
  if (passphrase === null) return null;
  try {
    return unseal<string>(store, context, passphrase);
  } catch {
    return undefined;
  }
}

/** Changes the settings. The passphrase is sealed and never returned. */
export async function updateBackupSettings(
  ctx: SignedIn,
  { version, ...fields }: BackupSettingsFields & { version?: number | null | undefined },
): Promise<BackupSettings> {
  const wanted = checked(ctx.secrets, fields);
  return inTransaction(ctx.db, async (tx) => {
    const before = await tx.selectFrom('backupSettings').selectAll().forUpdate().executeTakeFirstOrThrow();
    refuseStale(before, version);
    const next = { ...before, ...wanted };
    refuseIncomplete(next);
    const changes = changedValues(stateOf(before), {
      ...stateOf(next),
      ...(wanted.passphrase ? { passphrase: 'new' } : {}),
    });
    if (!changes) return before;
    const switchedOn = next.isActive && !before.isActive ? { activeSince: new Date() } : {};
    await tx
      .updateTable('backupSettings')
      .set({ ...wanted, ...switchedOn, version: before.version + 1 })
      .execute();
    const action = before.isActive && !next.isActive ? 'switch_off' : 'update';
    const row = { by: ctx.viewer.id, type: 'BackupSettings', rowId: 1, label: next.folder || '–' };
    await appendAudit(tx, { ...row, action, ...changes });
    await publish(tx, { jobs: true });
    return readBackupSettings(tx);
  });
}

function checked(secrets: Secrets, fields: BackupSettingsFields) {
  const wanted: Partial<Omit<BackupSettings, 'id' | 'version'>> = {};
  if (typeof fields.isActive === 'boolean') wanted.isActive = fields.isActive;
  if (typeof fields.folder === 'string') wanted.folder = folderInput(fields.folder);
  if (typeof fields.startAt === 'string') wanted.startAt = timeInput(fields.startAt);
  for (const name of ['keepDaily', 'keepWeekly', 'keepMonthly'] as const)
    if (typeof fields[name] === 'number') wanted[name] = countInput(name, fields[name]);
  if (typeof fields.recipient === 'string') wanted.recipient = recipientInput(fields.recipient);
  if (typeof fields.passphrase === 'string' && fields.passphrase !== '')
    wanted.passphrase = seal(secrets.store, context, passphraseInput(fields.passphrase));
  return wanted;
}

/** An absolute path; the worker, perhaps elsewhere, checks the folder. */
function folderInput(given: string): string {
  const text = given.trim();
  if (!text) return '';
  const folder = requiredText('folder', text, limits.lineMaximum);
  if (!path.isAbsolute(folder) || /\p{Cc}/u.test(folder))
    throw new Refusal('error_backup_folder', { folder: 'error_backup_folder' });
  return path.resolve(folder);
}

function timeInput(given: string): string {
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(given))
    throw new Refusal('error_invalid_input', { startAt: 'error_invalid_input' });
  return given;
}

function countInput(name: string, given: number): number {
  if (given < 0 || given > mostKept) throw new Refusal('error_invalid_input', { [name]: 'error_invalid_input' });
  return given;
}

/** A public key of age (Bech32 with 32 bytes), or null. */
function recipientInput(given: string): string | null {
  const text = given.trim();
  if (!text) return null;
  if (!/^age1[02-9ac-hj-np-z]{58}$/.test(text))
    throw new Refusal('error_backup_recipient', { recipient: 'error_backup_recipient' });
  return text;
}

function passphraseInput(given: string): string {
  if (given.length < shortestPassphrase || /[\r\n]/.test(given))
    throw new Refusal('error_backup_passphrase', { passphrase: 'error_backup_passphrase' });
  return limitedText('passphrase', given, limits.lineMaximum);
}

function refuseIncomplete({ isActive, folder, recipient, passphrase }: BackupSettings): void {
  if (isActive && !folder) throw new Refusal('error_required', { folder: 'error_required' });
  if (isActive && !recipient && !passphrase) throw new Refusal('error_required', { passphrase: 'error_required' });
}

const stateOf = (settings: BackupSettings): Record<string, unknown> => ({
  isActive: settings.isActive,
  folder: settings.folder,
  startAt: settings.startAt,
  keepDaily: settings.keepDaily,
  keepWeekly: settings.keepWeekly,
  keepMonthly: settings.keepMonthly,
  recipient: settings.recipient,
});
