import type { Setting } from '#shared/settings.ts';

/** A stored picture. */
export type Picture = { id: string; contentUrl: string };

/** A setting as the form holds it: a text, or a picture, or null when a picture is not set. */
export type SettingValue = string | Picture | null;

/** A setting as the API answers it. */
export type StoredSetting = { valueKey: string; valueStr: string | null; valueBlob: Picture | null };

/** The stored value as the form holds it. */
export const currentValue = (setting: Setting, stored: StoredSetting | undefined): SettingValue =>
  setting.kind === 'picture' ? (stored?.valueBlob ?? null) : (stored?.valueStr ?? '');

/** What the API takes for a value. */
export const inputOf = (value: SettingValue): { valueStr: string | null; valueBlob: string | null } =>
  typeof value === 'string' ? { valueStr: value, valueBlob: null } : { valueStr: null, valueBlob: value?.id ?? null };

/** Whether two values are the same to a reader; blanks around a text do not count. */
export function sameValue(one: SettingValue, other: SettingValue): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim();
  return identity(one) === identity(other);
}

const identity = (value: SettingValue) => (typeof value === 'string' ? value : (value?.id ?? null));
