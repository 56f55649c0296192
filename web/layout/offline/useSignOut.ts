import { useTranslation } from 'react-i18next';
import { useConnectionBroken } from '#web/lib/connection.ts';
import { useOutbox } from '#web/lib/offline-store/outbox.ts';
import { logout } from '#web/lib/session.ts';
import { useConfirm } from '#web/ui/confirm.tsx';

/**
 * Signs out. Asks before unsent entries are lost, and while the server `isAway`, because signing in is then impossible.
 */
export function useSignOut({ isAway = false } = {}): () => Promise<void> {
  const { t } = useTranslation('offline');
  const confirm = useConfirm();
  const broken = useConnectionBroken() || isAway;
  const { length: count } = useOutbox();
  return async () => {
    const title = count > 0 ? t('signOut.title', { count }) : t('signOut.offlineTitle');
    const text = [count > 0 && t('signOut.text'), broken && t('signOut.offlineText')].filter(Boolean).join(' ');
    if ((count === 0 && !broken) || (await confirm({ title, text, danger: true }))) await logout();
  };
}
