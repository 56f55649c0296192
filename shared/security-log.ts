import type { Label } from './label.ts';

/** Severities by their number in RFC 5424. */
const severities = { error: 3, warning: 4, notice: 5, info: 6 } as const;

export interface SecurityKind {
  label: Label;
  severity: keyof typeof severities;
  /** Seconds during which equal entries are counted in one. */
  every?: number;
}

const minute = 60;
const hour = 3600;

export const securityKinds = {
  sign_in: { label: { de: 'Anmeldung', en: 'Sign-in' }, severity: 'info' },
  sign_in_failed: {
    label: { de: 'Anmeldung gescheitert', en: 'Sign-in failed' },
    severity: 'warning',
    every: minute,
  },
  sign_in_locked: {
    label: { de: 'Anmeldung vorübergehend gesperrt', en: 'Sign-in locked temporarily' },
    severity: 'warning',
    every: minute,
  },
  sign_out: { label: { de: 'Abmeldung', en: 'Sign-out' }, severity: 'info' },
  session_ended: { label: { de: 'Sitzung beendet', en: 'Session ended' }, severity: 'notice' },
  device_trusted: { label: { de: 'Gerät vertraut', en: 'Device trusted' }, severity: 'notice' },
  device_ended: { label: { de: 'Gerät nicht mehr vertraut', en: 'Device no longer trusted' }, severity: 'notice' },
  password_reset_requested: {
    label: { de: 'Neues Passwort angefordert', en: 'Password reset requested' },
    severity: 'notice',
  },
  password_changed: { label: { de: 'Passwort geändert', en: 'Password changed' }, severity: 'notice' },
  second_factor: {
    label: { de: 'Zwei-Faktor-Anmeldung geändert', en: 'Second factor changed' },
    severity: 'notice',
  },
  passkey_copied: {
    label: { de: 'Passkey vermutlich kopiert', en: 'Passkey probably copied' },
    severity: 'warning',
  },
  user_changed: {
    label: { de: 'Benutzerkonto oder Rollen geändert', en: 'User or roles changed' },
    severity: 'notice',
  },
  sign_in_way_changed: {
    label: { de: 'Anmeldeweg geändert', en: 'Sign-in method changed' },
    severity: 'notice',
  },
  api_key_changed: { label: { de: 'API-Schlüssel geändert', en: 'API key changed' }, severity: 'notice' },
  api_key_used: {
    label: { de: 'API-Schlüssel benutzt', en: 'API key used' },
    severity: 'info',
    every: hour,
  },
  access_changed: { label: { de: 'Zugang geändert', en: 'Access changed' }, severity: 'notice' },
  denied: { label: { de: 'Zugriff verweigert', en: 'Access denied' }, severity: 'warning', every: minute },
  link_refused: {
    label: { de: 'Ungültiger Link benutzt', en: 'Invalid link used' },
    severity: 'warning',
    every: minute,
  },
  contacts_exported: { label: { de: 'Kontakte heruntergeladen', en: 'Contacts downloaded' }, severity: 'notice' },
  exported: { label: { de: 'Export heruntergeladen', en: 'Export downloaded' }, severity: 'notice' },
  sent: { label: { de: 'Versand', en: 'Sending' }, severity: 'notice' },
  stopped: { label: { de: 'Versand gestoppt', en: 'Sending stopped' }, severity: 'notice' },
  released: { label: { de: 'Freigabe', en: 'Release' }, severity: 'notice' },
  lost: { label: { de: 'Einträge nicht übermittelt', en: 'Entries not transmitted' }, severity: 'error' },
} as const satisfies Record<string, SecurityKind>;

export type SecurityKindName = keyof typeof securityKinds;

export const isSecurityKind = (name: string): name is SecurityKindName => Object.hasOwn(securityKinds, name);

/** Returns a kind's severity by RFC 5424, a notice if unknown. */
export const severityOf = (name: string): number =>
  severities[isSecurityKind(name) ? securityKinds[name].severity : 'notice'];

/** Labels of values in `what` and `detail` without another label. */
export const securityWords: Readonly<Record<string, Label>> = {
  error_unauthenticated: { de: 'nicht angemeldet', en: 'not signed in' },
  error_session_expired: { de: 'Sitzung abgelaufen oder ungültig', en: 'session expired or invalid' },
  error_key_invalid: { de: 'ungültiger API-Schlüssel', en: 'invalid API key' },
  error_forbidden: { de: 'keine Berechtigung', en: 'no permission' },
  error_only_system_owner: { de: 'nur für Systemverantwortliche', en: 'for system owners only' },
  error_totp_setup_required: { de: 'zweiter Faktor nicht eingerichtet', en: 'second factor not set up' },
  error_own_release: { de: 'eigene Nachricht', en: 'own message' },
  error_own_situation_report: { de: 'eigener Lagebericht', en: 'own situation report' },
  error_wrong_password: { de: 'falsches Passwort in offener Sitzung', en: 'wrong password in an open session' },
  invalid_credentials: { de: 'E-Mail-Adresse oder Passwort falsch', en: 'wrong e-mail address or password' },
  error_totp_unreadable: {
    de: 'zweiter Faktor mit anderem Schlüssel versiegelt',
    en: 'second factor sealed with another key',
  },
  totp_invalid: { de: 'falscher Code', en: 'wrong code' },
  device_not_trusted: { de: 'Gerät nicht vertraut', en: 'device not trusted' },
  error_device_again: { de: 'Nachweis des Geräts zu spät oder falsch', en: 'proof of the device late or wrong' },
  user_not_verified: { de: 'E-Mail-Adresse nicht bestätigt', en: 'e-mail address not verified' },
  user_needs_approval: { de: 'wartet auf Freischaltung', en: 'waiting for approval' },
  user_inactive: { de: 'Benutzerkonto deaktiviert', en: 'user deactivated' },
  too_many_attempts: { de: 'zu viele Versuche', en: 'too many attempts' },
  password: { de: 'mit Passwort', en: 'with password' },
  totp: { de: 'mit Passwort und zweitem Faktor', en: 'with password and second factor' },
  device: { de: 'auf vertrautem Gerät', en: 'on a trusted device' },
  provider: { de: 'über einen Anbieter der Anmeldung', en: 'through a sign-in provider' },
  passkey: { de: 'mit Passkey', en: 'with a passkey' },
  passkey_added: { de: 'Passkey hinzugefügt', en: 'passkey added' },
  passkey_renamed: { de: 'Passkey umbenannt', en: 'passkey renamed' },
  passkey_removed: { de: 'Passkey entfernt', en: 'passkey removed' },
  passkey_unknown: { de: 'Passkey unbekannt', en: 'passkey unknown' },
  error_passkey_again: {
    de: 'Antwort des Passkeys zu spät oder zweimal',
    en: 'response of the passkey late or repeated',
  },
  error_passkey_copied: { de: 'Zähler des Passkeys zu klein', en: 'counter of the passkey too low' },
  error_passkey_factor: { de: 'Passkey nur als zweiter Faktor', en: 'passkey is only a second factor' },
  error_passkey_failed: { de: 'Antwort des Passkeys gilt nicht', en: 'response of the passkey not valid' },
  error_passkey_origin: { de: 'Passkey unter einer anderen Adresse benutzt', en: 'passkey used at another address' },
  error_passkey_provider: { de: 'Konto ohne Passwort', en: 'user without a password' },
  identity_linked: { de: 'Anmeldung eines Anbieters verbunden', en: 'sign-in of a provider linked' },
  identity_removed: { de: 'Anmeldung eines Anbieters getrennt', en: 'sign-in of a provider unlinked' },
  error_sso_failed: { de: 'Antwort des Anbieters gilt nicht', en: 'response of the provider not valid' },
  error_sso_again: {
    de: 'Antwort des Anbieters zu spät oder zweimal',
    en: 'response of the provider late or repeated',
  },
  error_sso_issuer: { de: 'Antwort eines fremden Anbieters', en: 'response of another provider' },
  error_sso_clock: { de: 'Uhr des Anbieters falsch', en: 'wrong clock of the provider' },
  error_sso_denied: { de: 'beim Anbieter abgelehnt', en: 'refused by the provider' },
  error_sso_account_exists: { de: 'Konto nicht mit dem Anbieter verbunden', en: 'user not linked to the provider' },
  error_sso_unreachable: { de: 'Anbieter nicht erreichbar', en: 'provider can’t be reached' },
  reset: { de: 'über einen Link aus einer E-Mail', en: 'through a link in an e-mail' },
  invite: { de: 'über die Einladung', en: 'through the invitation' },
  recovered: { de: 'am Server wiederhergestellt', en: 'recovered on the server' },
  surplus: { de: 'zu viele zugleich offen', en: 'too many open at once' },
  factor_on: { de: 'eingeschaltet', en: 'switched on' },
  factor_off: { de: 'ausgeschaltet', en: 'switched off' },
  recovery_codes: { de: 'Wiederherstellungscodes', en: 'recovery codes' },
  others: { de: 'verschiedene, zusammengezählt', en: 'various, counted together' },
  syslog: { de: 'an den Syslog-Server', en: 'to the syslog server' },
  file: { de: 'Datei', en: 'file' },
  token: { de: 'Link aus einer E-Mail', en: 'link in an e-mail' },
  calendar_link: { de: 'Kalenderadresse eines Dienstplans', en: 'calendar address of a roster' },
  incoming_address: { de: 'Adresse einer Hinweisquelle', en: 'address of an incoming source' },
  scim_token_created: { de: 'Schlüssel für SCIM ausgestellt', en: 'token for SCIM issued' },
  scim_token_revoked: { de: 'Schlüssel für SCIM widerrufen', en: 'token for SCIM revoked' },
  error_scim_token: { de: 'ungültiger Schlüssel für SCIM', en: 'invalid token for SCIM' },
  monitor_link: { de: 'Monitor', en: 'monitor' },
  monitor_link_created: { de: 'Link eines Monitors erstellt', en: 'link of a monitor created' },
  monitor_link_revoked: { de: 'Link eines Monitors widerrufen', en: 'link of a monitor revoked' },
  message_launched: { de: 'Nachricht gesendet', en: 'message sent' },
  message_relaunched: { de: 'Nachricht erneut gesendet', en: 'message sent again' },
  message_stopped: { de: 'Nachricht gestoppt', en: 'message stopped' },
  message_released: { de: 'Nachricht freigegeben', en: 'message released' },
  message_rejected: { de: 'Nachricht nicht freigegeben', en: 'message not released' },
  situation_report_mailed: { de: 'Lagebericht per E-Mail verschickt', en: 'situation report mailed' },
  situation_report_approved: { de: 'Lagebericht freigegeben', en: 'situation report approved' },
  situation_report_rejected: { de: 'Lagebericht nicht freigegeben', en: 'situation report rejected' },
};
