import type { Setting } from '#shared/settings.ts';
import type { Picture } from '#web/fields/picture/PictureInput.tsx';

/** A setting as the form holds it: a text, or the id of a picture, null when a picture is not set. */
export type SettingValue = string | null;

/** A setting as the API answers it. */
export type StoredSetting = { valueKey: string; valueStr: string | null; valueBlob: Picture | null };

/** The stored value as the form holds it. */
export const currentValue = (setting: Setting, stored: StoredSetting | undefined): SettingValue =>
  setting.kind === 'image' ? (stored?.valueBlob?.id ?? null) : (stored?.valueStr ?? '');

/** What the API takes for a value. */
export const inputOf = ({ kind }: Setting, value: SettingValue) =>
  kind === 'image' ? { valueStr: null, valueBlob: value } : { valueStr: value, valueBlob: null };

/** Whether two values are the same to a reader; blanks around a text do not count. */
export const sameValue = (one: SettingValue, other: SettingValue): boolean =>
  (one?.trim() ?? null) === (other?.trim() ?? null);
