import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './GoalShouts.module.css';
import type { WatchedGoal } from './goal-news.ts';
import { useGoalWords } from './useGoalWords.ts';

type Props = {
  goals: readonly WatchedGoal[];
  /** Where several events are told of, each by its name. */
  isNamed?: boolean;
};

/** Says in red of each alarm that cannot reach its goal that it is so, with the way to alarm more people. */
export const GoalShouts = ({ goals, isNamed = false }: Props) =>
  goals
    .filter(({ unfilled }) => unfilled > 0)
    .map((goal) => <GoalShout key={goal.id} goal={goal} name={isNamed ? goal.name : null} />);

function GoalShout({ goal, name }: { goal: WatchedGoal; name: string | null }) {
  const { t } = useTranslation('reports');
  const { can } = useViewer();
  const { unfilled } = useGoalWords();
  const mayMore = can('set_activation_channel') && can('add_message_recipients') && can('send_activation_message');
  return (
    <div className={classes['shout']} role="alert">
      <Icon name="event" />
      <span className={classes['words']}>
        {name && <span className={classes['name']}>{name}</span>}
        {unfilled(goal)}
      </span>
      <Link to={mayMore ? `${goal.path}?more=all` : goal.path}>{t(mayMore ? 'more.open' : 'shout.look')}</Link>
    </div>
  );
}
