import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#web/reports/todo.module.css';
import { Icon } from '#web/ui/Icon.tsx';

/** Whether everything that is prepared goes to the exercise mailbox, so that nobody outside gets anything. */
export const isOnlyExercise = (drafts: { channel: { channelType: { identifier: string } } }[]): boolean =>
  drafts.length > 0 && drafts.every(({ channel }) => channel.channelType.identifier === 'exercise');

/** Says that a real event would reach nobody, since only the exercise mailbox is switched on. */
export function OnlyExercise() {
  const { t } = useTranslation('reports');
  return (
    <Alert color="yellow" icon={<Icon name="exercise" />} classNames={{ message: classes['todo'] ?? '' }}>
      {t('channels.onlyExercise')}
    </Alert>
  );
}
