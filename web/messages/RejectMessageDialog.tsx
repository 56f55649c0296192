import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { RejectMessageMutation } from './queries.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

/** Asks why a message returns to its author. */
export function RejectMessageDialog({ message, onClose }: { message: string; onClose: () => void }) {
  const { t } = useTranslation('messages');
  const [{ fetching }, reject] = useMutation(RejectMessageMutation);
  const submit = async (reason: string) => {
    const { error } = await reject({ id: message, reason });
    if (!error) onClose();
  };
  return <ReasonDialog title={t('reject.title')} busy={fetching} onSubmit={submit} onClose={onClose} />;
}
