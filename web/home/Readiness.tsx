import { Group, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CrisisFolderButton } from '#web/contacts/CrisisFolderButton.tsx';
import { useData } from '#web/lib/data.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './HomePage.module.css';
import { type ReadinessCheck, ReadinessQuery } from './queries.ts';

const leads: Record<ReadinessCheck['key'], string> = {
  channel: '/administration/channels',
  crisisTeam: '/groups?view=people',
  functions: '/mailinglists',
  alarm: '/activation?mode=EXERCISE',
  administrators: '/administration/users',
};

/** For administrators: what is still missing before the installation can be relied on, each a way to where it is done. */
export function Readiness() {
  const { t } = useTranslation('administration');
  const { can } = useViewer();
  const mayKnow = can('show_admin_menu');
  const checks = useData(ReadinessQuery, {}, { pause: !mayKnow }).data?.readiness;
  if (!mayKnow || !checks) return null;
  const done = checks.filter((check) => check.done).length;
  const numbers = { done, count: checks.length };
  if (done === checks.length)
    return (
      <Group justify="space-between" gap="sm">
        <p className={classes['ready']}>
          <Icon name="checkCircle" size={20} /> {t('readiness.ready', numbers)}
        </p>
        <CrisisFolderButton />
      </Group>
    );
  return (
    <section>
      <Group justify="space-between" mb="sm" gap="sm">
        <Title order={2}>{t('readiness.title', numbers)}</Title>
        <CrisisFolderButton />
      </Group>
      <ul className={classes['waiting']}>
        {checks
          .toSorted((a, b) => Number(a.done) - Number(b.done))
          .map((check) => (
            <Line key={check.key} check={check} />
          ))}
      </ul>
    </section>
  );
}

function Line({ check: { key, done, count, names } }: { check: ReadinessCheck }) {
  const { t } = useTranslation('administration');
  const { can } = useViewer();
  const to = key === 'alarm' && !can('create_activation') ? '/events' : leads[key];
  return (
    <li>
      <Link to={to} className={classes['thing']} data-done={done || undefined}>
        <Icon name={done ? 'checkCircle' : 'event'} size={24} label={t(done ? 'readiness.is' : 'readiness.isNot')} />
        <span className={classes['thingWords']}>
          <span className={classes['thingTitle']}>{t(`readiness.check.${key}`)}</span>
          {!done && (
            <span className={classes['thingText']}>
              {t(`readiness.todo.${key}`, { count, names: names.join(', ') })}
            </span>
          )}
        </span>
        <Icon name="chevronRight" size={20} />
      </Link>
    </li>
  );
}
