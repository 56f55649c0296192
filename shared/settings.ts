import { defaultLanguage, languageCodes } from './languages.ts';
import { roles } from './permissions.ts';

/** The parts of the setup page, in its order. */
export const settingSections = ['installation', 'look', 'legal', 'sending', 'access'] as const;

interface Common {
  /** Part of the setup page it stands in. */
  section: (typeof settingSections)[number];
  /** Value of a fresh installation, as text; without one it is not set. */
  default?: string;
  /** Must have a value; the others may be empty, which means "not set". */
  required?: true;
  /** Told to signed-out visitors too: what the sign-in page shows. */
  open?: true;
}

/** One setting of the installation, by kind; the form and its check derive from it. */
export type Setting = Common &
  (
    | { kind: 'text'; maximum: number }
    /** A web address; `pages`: a path of this installation too. */
    | { kind: 'address'; pages?: true }
    /** `ground`: what it stands on where it is shown. */
    | { kind: 'picture'; ground: 'light' | 'dark' }
    | { kind: 'toggle' }
    | { kind: 'number'; minimum: number; maximum: number; unit: 'minutes' | 'seconds' | 'hours' | 'months' }
    /** An amount of money per month, with two decimals. */
    | { kind: 'amount'; maximum: number }
    | { kind: 'select'; options: readonly string[] }
    /** Any number of the options, kept in their order with commas between. */
    | { kind: 'selectMany'; options: readonly string[] }
    | { kind: 'timeZone' }
    | { kind: 'country' }
  );

/** Every setting by its key (valueKey), in the order of the setup page. */
export const settings = {
  system_name: {
    section: 'installation',
    kind: 'text',
    maximum: 60,
    default: 'Meldekette',
    required: true,
    open: true,
  },
  organisation_name: { section: 'installation', kind: 'text', maximum: 120, open: true },
  server_type: {
    section: 'installation',
    kind: 'select',
    options: ['production', 'test'],
    default: 'test',
    required: true,
    open: true,
  },
  default_language: {
    section: 'installation',
    kind: 'select',
    options: languageCodes,
    default: defaultLanguage,
    required: true,
    open: true,
  },
  time_zone: { section: 'installation', kind: 'timeZone', default: 'Europe/Berlin', required: true, open: true },
  default_country: { section: 'installation', kind: 'country', default: 'DE', required: true },
  system_logo: { section: 'look', kind: 'picture', ground: 'light', open: true },
  system_logo_dark: { section: 'look', kind: 'picture', ground: 'dark', open: true },
  favicon: { section: 'look', kind: 'picture', ground: 'light', open: true },
  mail_logo: { section: 'look', kind: 'picture', ground: 'light' },
  map_style_url: { section: 'look', kind: 'address', pages: true },
  imprint_url: { section: 'legal', kind: 'address', pages: true, open: true },
  privacy_url: { section: 'legal', kind: 'address', pages: true, open: true },
  answer_wait_minutes: {
    section: 'sending',
    kind: 'number',
    unit: 'minutes',
    minimum: 1,
    maximum: 1440,
    default: '5',
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
  sms_budget_month: { section: 'sending', kind: 'amount', maximum: 1_000_000 },
  registration_open: { section: 'access', kind: 'toggle', default: 'true', required: true, open: true },
  session_hours: {
    section: 'access',
    kind: 'number',
    unit: 'hours',
    minimum: 1,
    maximum: 720,
    default: '12',
    required: true,
  },
  totp_roles: { section: 'access', kind: 'selectMany', options: roles },
  retention_months: { section: 'access', kind: 'number', unit: 'months', minimum: 1, maximum: 1200 },
} as const satisfies Record<string, Setting>;

/** A key of `settings`. */
export type SettingName = keyof typeof settings;

/** Whether a key names a setting. */
export const isSetting = (key: string): key is SettingName => Object.hasOwn(settings, key);

/** The chosen options of a setting of kind selectMany. */
export const chosenOptions = (text: string | null | undefined): string[] => (text ? text.split(',') : []);
