/** Settings with their defaults; an absent value means "not set". */
export const settings = [
  ...['system_logo', 'system_logo_dark', 'favicon', 'mail_logo', 'imprint_url', 'privacy_url', 'map_style_url'],
  ...['organisation_name', 'retention_months', 'sms_budget_month'],
]
  .map((valueKey): { valueKey: string; valueStr: string | null } => ({ valueKey, valueStr: null }))
  .concat([
    { valueKey: 'system_name', valueStr: 'Meldekette' },
    { valueKey: 'default_language', valueStr: 'de' },
    { valueKey: 'time_zone', valueStr: 'Europe/Berlin' },
    { valueKey: 'default_country', valueStr: 'DE' },
    { valueKey: 'answer_wait_minutes', valueStr: '5' },
    { valueKey: 'undo_seconds', valueStr: '10' },
    { valueKey: 'registration_open', valueStr: 'true' },
    { valueKey: 'session_hours', valueStr: '12' },
    { valueKey: 'server_type', valueStr: 'test' },
  ]);
