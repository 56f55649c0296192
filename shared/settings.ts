interface Common {
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
    /** `pixels`: a drawing becomes a picture of pixels, because mail programs show no other. */
    | { kind: 'picture'; pixels?: true }
    | { kind: 'toggle' }
    | { kind: 'number'; minimum: number; maximum: number }
    /** An amount of money per month, with two decimals. */
    | { kind: 'amount'; maximum: number }
    | { kind: 'select'; options: readonly string[] }
    | { kind: 'timeZone' }
    | { kind: 'country' }
  );

/** Every setting by its key (valueKey). */
export const settings = {
  system_name: { kind: 'text', maximum: 60, required: true, open: true },
  organisation_name: { kind: 'text', maximum: 120, open: true },
  server_type: { kind: 'select', options: ['production', 'test'], required: true, open: true },
  default_language: { kind: 'select', options: ['de', 'en'], required: true, open: true },
  time_zone: { kind: 'timeZone', required: true, open: true },
  default_country: { kind: 'country', required: true },
  system_logo: { kind: 'picture', open: true },
  system_logo_dark: { kind: 'picture', open: true },
  favicon: { kind: 'picture', open: true },
  mail_logo: { kind: 'picture', pixels: true },
  map_style_url: { kind: 'address', pages: true },
  imprint_url: { kind: 'address', pages: true, open: true },
  privacy_url: { kind: 'address', pages: true, open: true },
  answer_wait_minutes: { kind: 'number', minimum: 1, maximum: 1440, required: true },
  undo_seconds: { kind: 'number', minimum: 0, maximum: 600, required: true },
  sms_budget_month: { kind: 'amount', maximum: 1_000_000 },
  registration_open: { kind: 'toggle', required: true, open: true },
  session_hours: { kind: 'number', minimum: 1, maximum: 720, required: true },
  retention_months: { kind: 'number', minimum: 1, maximum: 1200 },
} as const satisfies Record<string, Setting>;

/** A key of `settings`. */
export type SettingName = keyof typeof settings;

/** Whether a key names a setting. */
export const isSetting = (key: string): key is SettingName => Object.hasOwn(settings, key);
