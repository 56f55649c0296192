import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { limits } from '#shared/limits.ts';

export type SettingKey =
  | 'answer_wait_minutes'
  | 'crisis_confirmations'
  | 'default_country'
  | 'default_language'
  | 'imprint_url'
  | 'map_style_url'
  | 'organisation_name'
  | 'organisation_phone'
  | 'overdue_minutes'
  | 'privacy_url'
  | 'registration_open'
  | 'retention_months'
  | 'security_log_days'
  | 'self_test_day'
  | 'server_type'
  | 'session_hours'
  | 'sms_budget_month'
  | 'sms_budget_warn_percent'
  | 'stand_down_seconds'
  | 'system_name'
  | 'time_zone'
  | 'totp_roles'
  | 'drill_interval_days'
  | 'trigger_undo_seconds'
  | 'trusted_devices'
  | 'undo_seconds';

type Texts = Partial<Record<string, string>>;

const seen = new WeakMap<Db, Promise<Texts>>();

/** Returns settings by key; unset keys are absent. */
export async function readSettings<Key extends SettingKey>(
  db: Db | Tx,
  ...keys: Key[]
): Promise<Partial<Record<Key, string>>> {
  if (!db.isTransaction) return readTexts(db, keys);
  const reading = seen.get(db) ?? readTexts(db);
  seen.set(db, reading);
  const texts = await reading;
  return Object.fromEntries(keys.filter((key) => texts[key] !== undefined).map((key) => [key, texts[key]])) as Texts;
}

async function readTexts(db: Db | Tx, keys?: readonly SettingKey[]): Promise<Texts> {
  const rows = await db
    .selectFrom('systemSettings')
    .select(['valueKey', 'valueStr'])
    .$if(keys !== undefined, (query) => query.where('valueKey', 'in', keys!))
    .limit(limits.maximumPage)
    .execute();
  const set = rows.filter((row) => row.valueStr !== null && row.valueStr !== '');
  return Object.fromEntries(set.map((row) => [row.valueKey, row.valueStr])) as Texts;
}

/** SQL: the settings of `readSettings` as JSON, for a statement that reads more. */
export const settingsJson = <Key extends SettingKey>(...keys: Key[]): RawBuilder<Partial<Record<Key, string>>> =>
  sql`(select coalesce(json_object_agg(value_key, value_str), '{}') from system_settings
    where value_key = any(${keys}) and value_str <> '')`;

/** Returns a numeric setting, or the default if unset or invalid. */
export async function readNumber(db: Db | Tx, key: SettingKey, otherwise: number): Promise<number> {
  const text = (await readSettings(db, key))[key];
  const number = Number(text);
  return text !== undefined && Number.isFinite(number) && number >= 0 ? number : otherwise;
}
