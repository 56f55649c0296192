import { useTranslation } from 'react-i18next';
import type { MonitorFunction } from '#shared/monitor.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import classes from './monitor.module.css';

const icons: Record<MonitorFunction['state'], IconName> = {
  exhausted: 'event',
  stopped: 'event',
  waiting: 'clock',
  filled: 'checkCircle',
};
const MOST = 8;
const FITS = 14; // letters on one line, beside what is said of it

/** Each function with how many come of how many are needed; those that are not filled on top: as many as fit, in a hand all. */
export function Functions({ functions }: { functions: readonly MonitorFunction[] }) {
  const { t } = useTranslation('monitor');
  const most = functions.length > MOST ? MOST - 1 : MOST; // what says how many more there are takes a line
  const rest = functions.slice(most);
  const filled = functions.filter(({ state }) => state === 'filled').length;
  return (
    <section className={classes['part']}>
      <h2>
        {t('functions.title')}
        {functions.length > 0 && <b>{t('functions.filled', { filled, count: functions.length })}</b>}
      </h2>
      {functions.length === 0 && <p className={classes['quiet']}>{t('functions.none')}</p>}
      <ul>
        {functions.map(({ name, needed, reached, state }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two functions may have one name
          <li key={at} className={classes['row']} data-state={state} data-beyond={at >= most}>
            <Icon name={icons[state]} size="1.2em" />
            <span className={classes['name']} data-long={name.length > FITS}>
              {name}
            </span>
            <span className={classes['figure']}>
              {t('functions.of', { reached, needed })}
              <small>{t(`functions.state.${state}`)}</small>
            </span>
          </li>
        ))}
      </ul>
      {rest.length > 0 && <p className={classes['rest']}>{t('functions.more', { count: rest.length })}</p>}
    </section>
  );
}
