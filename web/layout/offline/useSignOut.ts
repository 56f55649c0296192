import { useTranslation } from 'react-i18next';
import { useUnsent } from '#web/lib/kept/unsent.ts';
import { logout } from '#web/lib/session.ts';
import { useConfirm } from '#web/ui/confirm.tsx';

/** Signs out; asks before where that throws away what was written here and not sent. */
export function useSignOut(): () => Promise<void> {
  const { t } = useTranslation('offline');
  const confirm = useConfirm();
  const { length: count } = useUnsent();
  return async () => {
    const question = { title: t('signOut.title', { count }), text: t('signOut.text'), danger: true };
    if (count === 0 || (await confirm(question))) await logout();
  };
}
