import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { CrisisListButton } from './CrisisListButton.tsx';
import classes from './HomePage.module.css';
import type { ReadinessCheck } from './queries.ts';
import { SecondPlaceAge } from './SecondPlaceAge.tsx';

const leads: Partial<Record<ReadinessCheck['key'], string>> = {
  channel: '/administration/channels',
  proven: '/administration/channels',
  crisisTeam: '/crisisteam',
  functions: '/mailinglists',
  alarm: '/activation?mode=EXERCISE',
  administrators: '/administration/users',
  production: '/administration/systemsetup',
  backup: '/administration/backups',
  directories: '/administration/directories',
  secondPlace: '/administration/secondplace',
  texts: '/administration/reporteventsnippets',
  responsible: '/administration/eventtypes',
  crisisAlarm: '/groups?view=people&crisis=1',
  numbers: '/groups?view=people&numbers=1',
};

type DatabaseFinding = 'notSynchronous' | 'replicationLag' | 'clock';
type PlaceFinding = 'notConnected' | 'late' | 'noCodes' | 'notRehearsed';

type Props = { check: ReadinessCheck; onChanged: () => void };

/** One requirement of an installation, with a link to the page that fixes it. */
export function ReadinessLine({ check, onChanged }: Props) {
  const { key, done } = check;
  const { can } = useViewer();
  const isRepairable = key === 'crisisAlarm' && !done;
  const to = key === 'alarm' && !can('create_activation') ? '/events' : leads[key];
  return (
    <li className={classes['readiness']}>
      {to ? (
        <Link to={to} className={classes['thing']} data-done={done || undefined}>
          <Words check={check} />
          {!isRepairable && <Icon name="chevronRight" size={20} />}
        </Link>
      ) : (
        <div className={classes['thing']} data-done={done || undefined}>
          <Words check={check} />
        </div>
      )}
      {isRepairable && <CrisisListButton onCreated={onChanged} />}
    </li>
  );
}

function Words({ check: { key, done, count, names: given } }: { check: ReadinessCheck }) {
  const { t } = useTranslation('readiness');
  const names =
    key === 'database'
      ? given.map((name) => t(`database.${name as DatabaseFinding}`))
      : key === 'secondPlace'
        ? given.map((name) => t(`secondPlace.${name as PlaceFinding}`))
        : given;
  const areSentences = key === 'database' || key === 'secondPlace';
  return (
    <>
      <Icon name={done ? 'checkCircle' : 'event'} size={24} label={t(done ? 'is' : 'isNot')} />
      <span className={classes['thingWords']}>
        <span className={classes['thingTitle']}>{t(`check.${key}`)}</span>
        {!done && (
          <span className={classes['thingText']}>
            {t(`todo.${key}`, {
              count,
              names: names.join(areSentences ? ' ' : ', '),
              running: given[0],
              known: given[1],
            })}
          </span>
        )}
        {key === 'secondPlace' && <SecondPlaceAge />}
      </span>
    </>
  );
}
