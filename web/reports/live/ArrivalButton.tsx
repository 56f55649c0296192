import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { Icon } from '#web/ui/Icon.tsx';
import { undoToast } from '#web/ui/undo-toast.tsx';
import { RecordArrivalMutation } from './queries.ts';

type Props = { recipient: string; name: string; isThere: boolean; onChanged: () => void };

/** Marks a person as arrived, or undoes that. */
export function ArrivalButton({ recipient, name, isThere, onChanged }: Props) {
  const { t } = useTranslation('reports');
  const [{ fetching }, record] = useMutation(RecordArrivalMutation);
  const set = async (arrived: boolean) => {
    const { error } = await record({ recipient, arrived });
    if (error) return;
    if (arrived) undoToast(t('arrivals.done', { name }), () => void set(false));
    onChanged();
  };
  return (
    <ActionIcon
      title={t(isThere ? 'arrivals.undo' : 'arrivals.button')}
      aria-label={t(isThere ? 'arrivals.notThere' : 'arrivals.there', { name })}
      loading={fetching}
      onClick={() => void set(!isThere)}
    >
      <Icon name={isThere ? 'restore' : 'check'} size={22} />
    </ActionIcon>
  );
}
