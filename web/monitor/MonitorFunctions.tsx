import { useTranslation } from 'react-i18next';
import type { MonitorFunction } from '#shared/monitor.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import classes from './monitor.module.css';
import { Name } from './Name.tsx';
import { useFitting } from './useFitting.ts';

const icons: Record<MonitorFunction['state'] | 'over', IconName> = {
  over: 'info',
  exhausted: 'event',
  stopped: 'event',
  waiting: 'clock',
  filled: 'checkCircle',
};

type Props = {
  functions: readonly MonitorFunction[];
  /** The alarm has ended, so nothing is urgent. */
  isOver: boolean;
  /** No other part is next to it. */
  isAlone: boolean;
};

/**
 * Functions with arriving and needed people, unfilled first: as many as fit, on phones all. If not all fit, the filled
 * ones are only named.
 */
export function MonitorFunctions({ functions, isOver, isAlone }: Props) {
  const { t } = useTranslation('monitor');
  const { list, below, most: inColumn, mostAbove } = useFitting();
  const named = functions.filter(({ state }) => state === 'filled');
  const filled = named.length;
  // can't oscillate: two columns aren't lower than one, and rows keep their height when they are only named
  const isWide = isAlone && functions.length > inColumn;
  const isNamed = !isWide && functions.length > inColumn && filled > 0;
  const open = functions.length - filled;
  const most = isNamed ? Math.min(open, mostAbove) : isWide ? 2 * inColumn : inColumn;
  const hidden = Math.max(0, (isNamed ? open : functions.length) - most);
  const shown = functions.map((one) => (isOver && one.state !== 'filled' ? { ...one, state: 'over' as const } : one));
  return (
    <section className={classes['part']} data-wide={isWide}>
      <h2>
        {t('functions.title')}
        {functions.length > 0 && (
          <b>
            <span>{t('functions.filled', { filled, count: functions.length })}</span>
            {/* up here, where no edge can cut it off */}{' '}
            {hidden > 0 && <span className={classes['rest']}>{t('functions.hidden', { count: hidden })}</span>}
          </b>
        )}
      </h2>
      {functions.length === 0 && <p className={classes['quiet']}>{t('functions.none')}</p>}
      <ul ref={list} style={isWide ? { gridTemplateRows: `repeat(${inColumn}, auto)` } : undefined}>
        {shown.map(({ name, needed, reached, state }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two functions may have one name
          <li key={at} className={classes['row']} data-state={state} data-beyond={at >= most}>
            <Icon name={icons[state]} size="1.2em" />
            <Name>{name}</Name>
            <span className={classes['figure']}>
              {t('functions.of', { reached, needed })}
              <small>{t(`functions.state.${state}`)}</small>
            </span>
          </li>
        ))}
      </ul>
      {isNamed && (
        <p ref={below} className={classes['named']}>
          <Icon name={icons.filled} size="1.2em" />
          <span>
            {named.map(({ name }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two functions may have one name
              <span key={at}>
                {at > 0 && ' · '}
                <span data-named>{name}</span>
              </span>
            ))}
          </span>
        </p>
      )}
    </section>
  );
}
