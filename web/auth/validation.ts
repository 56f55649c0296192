import i18n from 'i18next';
import { SHORTEST_PASSWORD } from './password-rule.ts';

/** Refuses an empty field. */
export const required = (value: string): string | null => (value.trim() ? null : i18n.t('auth:error.required'));

/** Refuses what cannot be an e-mail address. */
export const email = (value: string): string | null =>
  /^\S+@\S+\.\S+$/.test(value.trim()) ? null : i18n.t('auth:error.email');

/** Refuses a password that the server would refuse for its length. */
export const newPassword = (value: string): string | null =>
  [...value].length >= SHORTEST_PASSWORD ? null : i18n.t('auth:passwordRule', { count: SHORTEST_PASSWORD });

/** Refuses a repetition that differs from the password. */
export const repeated = (value: string, values: { password: string }): string | null =>
  value === values.password ? null : i18n.t('auth:error.repeat');
