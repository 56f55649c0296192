import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ModeBadge } from '#web/events/EventBadges.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { withSoftHyphens } from '#web/ui/translated/soft-hyphens.ts';
import classes from './deadlines.module.css';
import type { Deadline } from './queries.ts';
import { useTimeLeft } from './useTimeLeft.ts';

type Open = Pick<Deadline, 'id' | 'name' | 'state' | 'dueAt'> & {
  event: { _id: number; name: string; mode: 'LIVE' | 'EXERCISE' | 'TEST' };
};

/** Open deadlines of all events on the start page, the next one first. */
export function OpenDeadlines({ deadlines }: { deadlines: readonly Open[] }) {
  const { t } = useTranslation('deadlines');
  const timeLeft = useTimeLeft();
  return (
    <section>
      <Title order={2} mb="sm">
        {t('title')}
      </Title>
      <ul className={classes['list']}>
        {deadlines.map(({ id, name, state, dueAt, event }) => (
          <li key={id}>
            <Link to={`/event/${event._id}/deadlines`} className={classes['strip']} data-state={state}>
              <Icon name="clock" />
              <span>
                <strong>{name}</strong>
                {dueAt && (
                  <>
                    {' '}
                    {t('until')} <DateTime value={dueAt} /> ({timeLeft(dueAt)})
                  </>
                )}
                <span className={classes['about']}>{withSoftHyphens(event.name)}</span>
                <ModeBadge mode={event.mode} />
              </span>
              <Icon name="chevronRight" size={20} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
