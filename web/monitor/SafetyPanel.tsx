import { useTranslation } from 'react-i18next';
import type { MonitorRollCall, MonitorSafety } from '#shared/monitor.ts';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './monitor.module.css';
import { Name } from './Name.tsx';
import { useFitting } from './useFitting.ts';

const looks = {
  help: { state: 'exhausted', icon: 'event' },
  silent: { state: 'waiting', icon: 'clock' },
  safe: { state: 'filled', icon: 'checkCircle' },
} as const;

const lookOf = ({ needsHelp, notHeard }: MonitorSafety) =>
  looks[needsHelp > 0 ? 'help' : notHeard > 0 ? 'silent' : 'safe'];

/** A roll call: everyone, then the groups, such as places, with the most people in need of help first. */
export function SafetyPanel({ rollCall: { groups, moreGroups, ...all } }: { rollCall: MonitorRollCall }) {
  const { t } = useTranslation('monitor');
  const { list, most } = useFitting();
  const rows = [{ name: t('rollCall.everyone'), ...all }, ...groups];
  const hidden = Math.max(0, rows.length - most) + moreGroups;
  return (
    <section className={classes['part']}>
      <h2>
        {t('rollCall.title')}
        {hidden > 0 && <b className={classes['rest']}>{t('rollCall.hidden', { count: hidden })}</b>}
      </h2>
      <ul ref={list}>
        {rows.map((row, at) => {
          const { name, people, needsHelp, notHeard, safe } = row;
          const look = lookOf(row);
          const words = [
            ...(needsHelp > 0 ? [t('rollCall.help', { count: needsHelp })] : []),
            ...(notHeard > 0 ? [t('rollCall.silent', { count: notHeard })] : []),
            t('rollCall.safe', { safe, count: people }),
          ];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two groups may have one name
            <li key={at} className={classes['row']} data-state={look.state} data-beyond={at >= most}>
              <Icon name={look.icon} size="1.2em" />
              <span className={classes['safety']}>
                <Name>{name}</Name>
                <span className={classes['figures']}>
                  <b>{words[0]}</b> {words.length > 1 && <span>{words[1]}</span>}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
