import type { Checked } from './fields/kind.ts';
import { asText, checkField, type Shape } from './fields/kinds.ts';
import { languageOptions, optionsFrom } from './fields/select.ts';
import { defaultLanguage } from './languages.ts';
import { roleNames } from './role-names.ts';

export const settingSections = ['installation', 'look', 'legal', 'sending', 'access'] as const;

interface Common {
  /** Section of the setup page. */
  section: (typeof settingSections)[number];
  /** As text. */
  default?: string;
  /** Others may be empty, which means "not set". */
  required?: true;
  /** Access before full sign-in: for signed-out visitors, or in a session that still needs a second factor. */
  open?: 'signedOut' | 'inSession';
}

/** A setting: a kind with its limits, and its access. */
export type Setting = Common & Shape;

export const settings = {
  system_name: {
    section: 'installation',
    kind: 'text',
    maximum: 60,
    default: 'Meldekette',
    required: true,
    open: 'signedOut',
  },
  organisation_name: { section: 'installation', kind: 'text', maximum: 120, open: 'signedOut' },
  organisation_phone: { section: 'installation', kind: 'phone' },
  server_type: {
    section: 'installation',
    kind: 'select',
    options: optionsFrom({
      production: { de: 'Produktivbetrieb', en: 'Production' },
      test: { de: 'Testbetrieb', en: 'Test operation' },
    }),
    default: 'test',
    required: true,
    open: 'inSession',
  },
  default_language: {
    section: 'installation',
    kind: 'select',
    options: languageOptions,
    default: defaultLanguage,
    required: true,
    open: 'signedOut',
  },
  time_zone: { section: 'installation', kind: 'timeZone', default: 'Europe/Berlin', required: true, open: 'inSession' },
  default_country: { section: 'installation', kind: 'country', default: 'DE', required: true },
  system_logo: { section: 'look', kind: 'image', ground: 'light', open: 'signedOut' },
  system_logo_dark: { section: 'look', kind: 'image', ground: 'dark', open: 'inSession' },
  favicon: { section: 'look', kind: 'image', ground: 'light', open: 'signedOut' },
  mail_logo: { section: 'look', kind: 'image', ground: 'light' },
  map_style_url: { section: 'look', kind: 'webAddress', pages: true },
  directions_url: {
    section: 'look',
    kind: 'webAddress',
    default: 'https://www.openstreetmap.org/directions?to={to}',
  },
  imprint_url: { section: 'legal', kind: 'webAddress', pages: true, open: 'signedOut' },
  privacy_url: { section: 'legal', kind: 'webAddress', pages: true, open: 'signedOut' },
  answer_wait_minutes: {
    section: 'sending',
    kind: 'number',
    unit: 'minutes',
    minimum: 1,
    maximum: 1440,
    default: '5',
    required: true,
  },
  overdue_minutes: {
    section: 'sending',
    kind: 'number',
    unit: 'minutes',
    minimum: 0,
    maximum: 1440,
    default: '10',
    required: true,
  },
  undo_seconds: {
    section: 'sending',
    kind: 'number',
    unit: 'seconds',
    minimum: 0,
    maximum: 600,
    default: '10',
    required: true,
  },
  stand_down_seconds: {
    section: 'sending',
    kind: 'number',
    unit: 'seconds',
    minimum: 0,
    maximum: 600,
    default: '5',
    required: true,
  },
  drill_interval_days: {
    section: 'sending',
    kind: 'number',
    unit: 'days',
    minimum: 7,
    maximum: 3650,
    default: '365',
    required: true,
  },
  trigger_undo_seconds: {
    section: 'sending',
    kind: 'number',
    unit: 'seconds',
    minimum: 0,
    maximum: 600,
    default: '10',
    required: true,
  },
  sms_budget_month: { section: 'sending', kind: 'number', decimals: 2, minimum: 0, maximum: 1_000_000 },
  sms_budget_warn_percent: {
    section: 'sending',
    kind: 'number',
    unit: 'percent',
    minimum: 1,
    maximum: 100,
    default: '80',
    required: true,
  },
  crisis_confirmations: { section: 'sending', kind: 'toggle', default: 'false', required: true },
  self_test_day: { section: 'sending', kind: 'number', minimum: 1, maximum: 28 },
  registration_open: { section: 'access', kind: 'toggle', default: 'true', required: true, open: 'signedOut' },
  session_hours: {
    section: 'access',
    kind: 'number',
    unit: 'hours',
    minimum: 1,
    maximum: 720,
    default: '12',
    required: true,
  },
  idle_minutes: { section: 'access', kind: 'number', unit: 'minutes', minimum: 5, maximum: 1440, open: 'inSession' },
  trusted_devices: { section: 'access', kind: 'toggle', default: 'true', required: true, open: 'inSession' },
  totp_roles: { section: 'access', kind: 'selectMany', options: optionsFrom(roleNames) },
  security_log_days: {
    section: 'access',
    kind: 'number',
    unit: 'days',
    minimum: 30,
    maximum: 3650,
    default: '90',
    required: true,
  },
  retention_months: { section: 'access', kind: 'number', unit: 'months', minimum: 1, maximum: 1200 },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

export const isSetting = (key: string): key is SettingName => Object.hasOwn(settings, key);

/** Returns the stored text of a setting (null if not set), or its fault. */
export function checkSetting(setting: Setting, given: string): Checked<string> {
  if (setting.kind === 'image') return given ? { fault: 'error_invalid_input' } : { value: null };
  const checked = checkField(setting, given);
  if ('fault' in checked) return checked;
  const value = asText(setting, checked.value) || null;
  return value === null && setting.required ? { fault: 'error_required' } : { value };
}
