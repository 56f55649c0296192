import { isIP } from 'node:net';
import { checkImage } from '#server/administration/references.ts';
import { fileNamed } from '#server/administration/snapshot.ts';
import { appendAudit, changedValues } from '#server/api/audit/audit.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { hostOf, isInner } from '#server/platform/network-address.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import type { Checked } from '#shared/fields/kind.ts';
import { phoneNumber } from '#shared/phone-number.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { checkSetting, isSetting, type Setting, settings } from '#shared/settings.ts';

/** A text, or a picture's file number; empty clears it. */
export interface SettingInput {
  valueStr: string | null;
  valueBlob: number | null;
}

/** Sets one setting, effective immediately in every process. */
export async function updateSystemSetting(
  ctx: SignedIn,
  valueKey: string,
  input: SettingInput,
): Promise<Row<'systemSettings'>> {
  if (!isSetting(valueKey)) throw bad('valueKey', 'error_unknown_choice');
  return inTransaction(ctx.db, async (tx) => {
    const values = await checkedValues(ctx, tx, valueKey, input);
    const before = await tx
      .selectFrom('systemSettings')
      .selectAll()
      .where('valueKey', '=', valueKey)
      .forUpdate()
      .executeTakeFirst();
    const after = await tx
      .insertInto('systemSettings')
      .values({ valueKey, ...values })
      .onConflict((c) => c.column('valueKey').doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow();
    const changes = changedValues(await shown(tx, before), await shown(tx, after));
    if (!changes) return after;
    const row = { type: 'SystemSetting', rowId: after.id, label: valueKey };
    await appendAudit(tx, { by: ctx.viewer.id, action: 'update', ...row, ...changes });
    await publish(tx, { system: true });
    return after;
  });
}

async function checkedValues(ctx: SignedIn, tx: Tx, valueKey: keyof typeof settings, input: SettingInput) {
  const { valueStr, valueBlob } = input;
  const setting: Setting = settings[valueKey];
  if (setting.kind === 'image') {
    if (valueStr) throw bad('valueStr', 'error_invalid_input');
    const checked = valueBlob === null ? { value: null } : await checkImage(ctx, tx, valueBlob);
    if ('fault' in checked) throw bad('valueBlob', checked.fault);
    return { valueStr: null, fileId: valueBlob };
  }
  if (valueBlob !== null) throw bad('valueBlob', 'error_invalid_input');
  const checked = await checkText(tx, setting, valueStr ?? '');
  if ('fault' in checked) throw bad('valueStr', checked.fault);
  return { valueStr: checked.value, fileId: null };
}

/** Reads phone numbers as the installation's country. */
async function checkText(tx: Tx, setting: Setting, given: string): Promise<Checked<string>> {
  const checked = checkSetting(setting, given);
  if (setting.kind === 'webAddress' && leadsInside(given)) return { fault: 'error_invalid_input' };
  if (setting.kind !== 'phone' || 'fault' in checked || checked.value === null) return checked;
  const { default_country: country = 'DE' } = await readSettings(tx, 'default_country');
  const number = phoneNumber(checked.value, country);
  return number === null ? { fault: 'error_invalid_phone' } : { value: number };
}

/** Returns whether an address can't be a page. */
function leadsInside(given: string): boolean {
  const url = URL.parse(given.trim());
  const host = url ? hostOf(url) : '';
  return isIP(host) !== 0 && isInner(host);
}

const bad = (field: string, key: RefusalKey) => new Refusal(key, { [field]: key });

const shown = async (tx: Tx, row: Row<'systemSettings'> | undefined) => ({
  value: row?.valueStr ?? null,
  file: row?.fileId ? await fileNamed(tx, row.fileId) : null,
});
