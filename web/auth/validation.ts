import i18n from 'i18next';
import { apiMessage } from '#web/lib/i18n.ts';
import { SHORTEST_PASSWORD } from './password-rule.ts';

/** Rejects an empty field; also on pages without the texts of the account. */
export const required = (value: string): string | null => (value.trim() ? null : apiMessage('error_required'));

/** Rejects an impossible e-mail address. */
export const possibleEmail = (value: string): string | null =>
  /^\S+@\S+\.\S+$/.test(value.trim()) ? null : i18n.t('auth:error.email');

/** Rejects a password that is too short for the server. */
export const newPassword = (value: string): string | null =>
  [...value].length >= SHORTEST_PASSWORD ? null : i18n.t('auth:passwordRule', { count: SHORTEST_PASSWORD });

/** Rejects a repetition that differs from the password. */
export const repeated = (value: string, values: { password: string }): string | null =>
  value === values.password ? null : i18n.t('auth:error.repeat');
