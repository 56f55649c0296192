import type { Setting } from '#shared/settings.ts';
import type { Picture } from '#web/fields/picture/PictureInput.tsx';

/** A setting in the form: a text, or a picture's id (null: not set). */
export type SettingValue = string | null;

/** A setting in the API's format. */
export type StoredSetting = { valueKey: string; valueStr: string | null; valueBlob: Picture | null };

export const currentValue = (setting: Setting, stored: StoredSetting | undefined): SettingValue =>
  setting.kind === 'image' ? (stored?.valueBlob?.id ?? null) : (stored?.valueStr ?? '');

/** Returns the API's input for a value. */
export const inputOf = ({ kind }: Setting, value: SettingValue) =>
  kind === 'image' ? { valueStr: null, valueBlob: value } : { valueStr: value, valueBlob: null };

/** Compares two values, ignoring blanks around a text. */
export const sameValue = (one: SettingValue, other: SettingValue): boolean =>
  (one?.trim() ?? null) === (other?.trim() ?? null);
