import { useTranslation } from 'react-i18next';
import { isSecurityKind, securityKinds, securityWords } from '#shared/security-log.ts';
import { isSetting } from '#shared/settings.ts';
import { useAuditWords } from '#web/administration/audit/useAuditWords.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { useLabel } from '#web/lib/label.ts';
import type { SecurityEntry } from './queries.ts';

/** Translated words, or raw text of the log. */
export type LogWords = { words: string } | { code: string } | null;

const actions = ['create', 'update', 'switch_off', 'remove'] as const;
const ofRefusal = new Set(['denied', 'sign_in_failed', 'sign_in_locked']);
const ofFields = new Set(['user_changed', 'api_key_changed']);

/** Returns security log entries in words. */
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
  /** Keeps operations and paths raw. */
  const what = ({ what: text }: SecurityEntry): LogWords => {
    if (text === null) return null;
    const words = wordOf(text);
    return words === null ? { code: text } : { words };
  };
  /** Keeps names as recorded. */
  const detail = ({ kind, detail: text, subjectType }: SecurityEntry): LogWords => {
    if (text === null) return null;
    const known = wordOf(text);
    if (known !== null) return { words: known };
    if (ofRefusal.has(kind)) return { words: apiMessage(text) };
    if (ofFields.has(kind)) {
      const fields = text.split(' ').map((name) => fieldLabel(subjectType ?? '', name));
      return { words: fields.join(', ') };
    }
    if (isSetting(text)) return { words: t(`setup.key.${text}`) };
    const [, number] = /^message (\d+)$/.exec(text) ?? [];
    return number ? { words: t('securityLog.message', { number }) } : { code: text };
  };
  const who = ({ by, network }: SecurityEntry, name: string | null): string =>
    (by && name) || t(network === null ? 'audit.program' : 'securityLog.unknown');
  return { kindName, what, detail, who };
}
