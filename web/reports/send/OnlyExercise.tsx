import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#web/reports/todo.module.css';
import { Icon } from '#web/ui/Icon.tsx';

/** Returns whether all drafts go to the exercise mailbox. */
export const isOnlyExercise = (drafts: { channel: { channelType: { identifier: string } } }[]): boolean =>
  drafts.length > 0 && drafts.every(({ channel }) => channel.channelType.identifier === 'exercise');

/** Warns that a live event reaches no one. */
export function OnlyExercise() {
  const { t } = useTranslation('reports');
  return (
    <Alert color="yellow" icon={<Icon name="exercise" />} classNames={{ message: classes['todo'] ?? '' }}>
      {t('channels.onlyExercise')}
    </Alert>
  );
}
