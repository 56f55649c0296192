import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { EventRow } from '#web/events/queries.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { guarded } from '#web/ui/loading/tap-guard.ts';
import classes from './GoalAlerts.module.css';
import type { WatchedGoal } from './goal-news.ts';
import { useGoalWords } from './useGoalWords.ts';

type Props = {
  goals: readonly WatchedGoal[];
  /** An exercise must not look like a live alert. */
  event: Pick<EventRow, 'name' | 'mode'>;
  /** Names the event, for lists. */
  isNamed?: boolean;
};

/** Critical banners for alarms that can't reach their goal. */
export const GoalAlerts = ({ goals, ...props }: Props) =>
  goals.filter(({ unfilled }) => unfilled > 0).map((goal) => <GoalAlert key={goal.id} goal={goal} {...props} />);

/** Returns whether this user may alarm more people. */
export function useMayMore(): boolean {
  const { can } = useViewer();
  return can('set_activation_channel') && can('add_message_recipients') && can('send_activation_message');
}

function GoalAlert({ goal, event, isNamed }: { goal: WatchedGoal } & Omit<Props, 'goals'>) {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation();
  const { unfilled } = useGoalWords();
  const mayMore = useMayMore();
  return (
    <div className={classes['shout']} data-exercise={event.mode !== 'LIVE' || undefined} role="alert">
      <Icon name="event" />
      <span className={classes['words']}>
        {isNamed && (
          <span className={classes['name']}>
            {event.mode !== 'LIVE' && <strong>{common(`mode.${event.mode}.title`)}: </strong>}
            {event.name}
          </span>
        )}
        {unfilled(goal)}
      </span>
      <Link to={mayMore ? `${goal.path}?more=all` : goal.path} {...guarded}>
        {t(mayMore ? 'more.open' : 'shout.look')}
      </Link>
    </div>
  );
}
