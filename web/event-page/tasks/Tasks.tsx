import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventDetails } from '#web/event-page/queries.ts';
import { useServerNow } from '#web/lib/clock.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { isOverdue } from './overdue.ts';
import { Task } from './Task.tsx';
import classes from './Tasks.module.css';

const AddTaskDialog = lazy(async () => ({ default: (await import('./AddTaskDialog.tsx')).AddTaskDialog }));

type Props = { event: EventDetails; onChanged: () => void };

/** An event's tasks by deadline; editors of the event complete and add tasks. */
export function Tasks({ event, onChanged }: Props) {
  const { t } = useTranslation('events');
  const { can } = useViewer();
  const [adding, dialog] = useDisclosure(false);
  const now = useServerNow();
  const tasks = event.tasks.edges.map(({ node }) => node);
  const open = tasks.filter(({ doneAt }) => doneAt === null);
  const overdue = open.filter((task) => isOverdue(task, now)).length;
  const mayChange = can('edit_event') && event.eventStatus.identifier !== 'archived';
  const unseen = event.tasks.totalCount - tasks.length;
  return (
    <Panel
      title={
        <>
          {t('tasks.title')}{' '}
          {overdue > 0 && (
            <StatusBadge tone="bad" icon="event">
              {t('tasks.overdue', { count: overdue })}
            </StatusBadge>
          )}{' '}
          {tasks.length > 0 && (
            <StatusBadge tone={open.length > 0 ? 'neutral' : 'good'}>
              {open.length > 0 ? t('tasks.open', { count: open.length }) : t('tasks.allDone')}
            </StatusBadge>
          )}
        </>
      }
      actions={
        mayChange && (
          <Button variant="default" leftSection={<Icon name="plus" size={20} />} onClick={dialog.open}>
            {t('tasks.add')}
          </Button>
        )
      }
    >
      {tasks.length === 0 ? (
        <Text c="gray.6">{t('tasks.none')}</Text>
      ) : (
        <ul className={classes['tasks']}>
          {tasks.map((task) => (
            <Task key={task.id} task={task} now={now} mayChange={mayChange} onChanged={onChanged} />
          ))}
        </ul>
      )}
      {unseen > 0 && <p className={classes['more']}>{t('tasks.more', { count: unseen })}</p>}
      {adding && (
        <Suspense fallback={null}>
          <AddTaskDialog event={event.id} onClose={dialog.close} onAdded={onChanged} />
        </Suspense>
      )}
    </Panel>
  );
}
