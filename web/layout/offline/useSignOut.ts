import { useTranslation } from 'react-i18next';
import { useConnectionBroken } from '#web/lib/connection.ts';
import { useUnsent } from '#web/lib/kept/unsent.ts';
import { logout } from '#web/lib/session.ts';
import { useConfirm } from '#web/ui/confirm.tsx';

/**
 * Signs out; asks before where that throws away what was written here and not sent, and always while the server `isAway` or
 * cannot be reached: what is kept on this device is gone then, and nobody can sign in again.
 */
export function useSignOut({ isAway = false } = {}): () => Promise<void> {
  const { t } = useTranslation('offline');
  const confirm = useConfirm();
  const broken = useConnectionBroken() || isAway;
  const { length: count } = useUnsent();
  return async () => {
    const title = count > 0 ? t('signOut.title', { count }) : t('signOut.offlineTitle');
    const text = [count > 0 && t('signOut.text'), broken && t('signOut.offlineText')].filter(Boolean).join(' ');
    if ((count === 0 && !broken) || (await confirm({ title, text, danger: true }))) await logout();
  };
}
