import { useTranslation } from 'react-i18next';
import { isSecurityKind, securityKinds, securityWords } from '#shared/security-log.ts';
import { isSetting } from '#shared/settings.ts';
import { useAuditWords } from '#web/administration/audit/useAuditWords.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { useLabel } from '#web/lib/label.ts';
import type { SecurityEntry } from './queries.ts';

const actions = ['create', 'update', 'switch_off', 'remove'] as const;
const ofRefusal = new Set(['denied', 'sign_in_failed', 'sign_in_locked']);
const ofFields = new Set(['user_changed', 'api_key_changed']);

/** Says entries of the security log in words. */
export function useSecurityWords() {
  const { t } = useTranslation('administration');
  const label = useLabel();
  const { fieldLabel } = useAuditWords();

  const wordOf = (text: string): string | null => {
    if (Object.hasOwn(securityWords, text)) return label(securityWords[text]!);
    const action = actions.find((one) => one === text);
    return action ? t(`audit.action.${action}`) : null;
  };
  const kindName = (kind: string): string => (isSecurityKind(kind) ? label(securityKinds[kind].label) : kind);
  /** Operations and paths stand as they are, everything else in words. */
  const what = ({ what: text }: SecurityEntry): { words: string } | { code: string } | null => {
    if (text === null) return null;
    const words = wordOf(text);
    return words === null ? { code: text } : { words };
  };
  const detail = ({ kind, detail: text, subjectType }: SecurityEntry): string | null => {
    if (text === null) return null;
    const words = wordOf(text);
    if (words !== null) return words;
    if (ofRefusal.has(kind)) return apiMessage(text);
    if (ofFields.has(kind))
      return text
        .split(' ')
        .map((name) => fieldLabel(subjectType ?? '', name))
        .join(', ');
    if (isSetting(text)) return t(`setup.key.${text}`);
    const [, number] = /^message (\d+)$/.exec(text) ?? [];
    return number ? t('securityLog.message', { number }) : text;
  };
  const who = ({ by, network }: SecurityEntry, name: string | null): string =>
    (by && name) || t(network === null ? 'audit.program' : 'securityLog.unknown');
  return { kindName, what, detail, who };
}
