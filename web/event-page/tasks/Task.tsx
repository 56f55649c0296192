import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { fullName } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { undoToast } from '#web/ui/undo-toast.tsx';
import { isOverdue } from './overdue.ts';
import { SetTaskDoneMutation, type TaskRow } from './queries.ts';
import classes from './Tasks.module.css';

type Props = { task: TaskRow; now: number; mayChange: boolean; onChanged: () => void };

/** One task: text with a checkbox, assignee, deadline, and who completed it when. */
export function Task({ task, now, mayChange, onChanged }: Props) {
  const { t } = useTranslation('events');
  const [{ fetching }, setDone] = useMutation(SetTaskDoneMutation);
  const isDone = task.doneAt !== null;
  const tick = async (done: boolean) => {
    const { error } = await setDone({ id: task.id, done });
    if (error) return;
    onChanged();
    if (done) undoToast(t('tasks.done', { text: task.text }), () => void tick(false));
  };
  return (
    <li className={classes['task']} data-done={isDone || undefined}>
      <Checkbox
        size="lg"
        label={<span className={classes['text']}>{task.text}</span>}
        description={<About task={task} now={now} />}
        checked={isDone}
        disabled={!mayChange}
        aria-busy={fetching}
        onChange={({ currentTarget }) => {
          if (!fetching) void tick(currentTarget.checked);
        }}
      />
    </li>
  );
}

function About({ task, now }: { task: TaskRow; now: number }) {
  const { t } = useTranslation('events');
  const { group, person, dueAt, doneAt, doneBy } = task;
  const who = group?.name ?? person?.name;
  const minutes = dueAt ? Math.round((Date.parse(dueAt) - now) / 60_000) : 0;
  return (
    <span className={classes['about']}>
      {who && <span>{who}</span>}
      {dueAt && !doneAt && (
        <span>
          {t('tasks.due')} <DateTime value={dueAt} show="time" />
          {minutes > 0 && ` (${t('tasks.in', { count: minutes })})`}
        </span>
      )}
      {isOverdue(task, now) && (
        <StatusBadge tone="bad" icon="event">
          {t('tasks.overdueSince', { count: Math.max(0, -minutes) })}
        </StatusBadge>
      )}
      {doneAt && (
        <span>
          {t('tasks.doneAt')} <DateTime value={doneAt} show="time" />
          {doneBy && `, ${fullName(doneBy)}`}
        </span>
      )}
    </span>
  );
}
