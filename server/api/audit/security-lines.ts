import type { SecurityLine } from '#server/api/security-log/record.ts';
import { isSetting, settings } from '#shared/settings.ts';
import type { AuditLine } from './audit-line.ts';

const ofSecondFactor = ['totpEnabled', 'recoveryCodesLeft', 'passkey'];
const ofAccess = ['email', 'roles', 'isActive', 'needApproval'];

/** Returns the security log's lines about changes of access and rights. */
export function auditSecurityLines({ by, action, type, rowId, label, before, after }: AuditLine): SecurityLine[] {
  const fields = Object.keys({ ...before, ...after });
  const changes = action === 'update' ? { detail: fields.join(' ') } : {};
  const holds = (names: readonly string[]) => fields.some((field) => names.includes(field));
  if (type === 'ApiKey') return [{ kind: 'api_key_changed', by, what: action, ...changes, subject: ['ApiKey', rowId] }];
  if (type === 'User') {
    const subject = ['User', rowId] as const;
    if (holds(ofSecondFactor))
      return [{ kind: 'second_factor', by, detail: wayOf(before ?? {}, after ?? {}), subject }];
    return action !== 'update' || holds(ofAccess)
      ? [{ kind: 'user_changed', by, what: action, ...changes, subject }]
      : [];
  }
  if (type === 'SystemSetting' && isSetting(label) && settings[label].section === 'access')
    return [{ kind: 'access_changed', by, detail: label, subject: ['SystemSetting', rowId] }];
  if (type === 'Roster' && after && 'calendarLink' in after)
    return [{ kind: 'access_changed', by, detail: 'calendar_link', subject: ['Roster', rowId] }];
  if (type === 'IncomingSource' && after && 'address' in after)
    return [{ kind: 'access_changed', by, detail: 'incoming_address' }];
  return [];
}

function wayOf(before: Record<string, unknown>, { totpEnabled, passkey }: Record<string, unknown>): string {
  if (passkey !== undefined)
    return passkey === null ? 'passkey_removed' : before['passkey'] == null ? 'passkey_added' : 'passkey_renamed';
  return totpEnabled === undefined ? 'recovery_codes' : totpEnabled ? 'factor_on' : 'factor_off';
}
