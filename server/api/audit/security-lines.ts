import type { SecurityLine } from '#server/api/security-log/record.ts';
import { isSetting, settings } from '#shared/settings.ts';
import type { AuditLine } from './audit-line.ts';

const ofSecondFactor = ['totpEnabled', 'recoveryCodesLeft'];
const ofAccess = ['email', 'roles', 'isActive', 'needApproval'];

/** Returns the security log's lines about changes of access and rights; details stay in the audit log. */
export function auditSecurityLines({ by, action, type, rowId, label, before, after }: AuditLine): SecurityLine[] {
  const fields = Object.keys({ ...before, ...after });
  const changes = action === 'update' ? { detail: fields.join(' ') } : {};
  const holds = (names: readonly string[]) => fields.some((field) => names.includes(field));
  if (type === 'ApiKey') return [{ kind: 'api_key_changed', by, what: action, ...changes, subject: ['ApiKey', rowId] }];
  if (type === 'User') {
    const subject = ['User', rowId] as const;
    if (holds(ofSecondFactor)) return [{ kind: 'second_factor', by, detail: wayOf(after ?? {}), subject }];
    return action !== 'update' || holds(ofAccess)
      ? [{ kind: 'user_changed', by, what: action, ...changes, subject }]
      : [];
  }
  if (type === 'SystemSetting' && isSetting(label) && settings[label].section === 'access')
    return [{ kind: 'access_changed', by, detail: label, subject: ['SystemSetting', rowId] }];
  if (type === 'Roster' && after && 'calendarLink' in after)
    return [{ kind: 'access_changed', by, detail: 'calendar_link', subject: ['Roster', rowId] }];
  return [];
}

const wayOf = ({ totpEnabled }: Record<string, unknown>): string =>
  totpEnabled === undefined ? 'recovery_codes' : totpEnabled ? 'factor_on' : 'factor_off';
