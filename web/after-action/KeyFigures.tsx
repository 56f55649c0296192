import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import classes from './afterAction.module.css';
import { between } from './between.ts';
import { type AfterAction, hasNoFigures } from './queries.ts';

/** Key figures: how fast the first alarm was answered, and the totals of recipients, answers and arrivals. */
export function KeyFigures({ known: { personAccess, alarms, reach, counts } }: { known: AfterAction }) {
  const { t } = useTranslation('afterAction');
  const [alarm] = alarms;
  if (!alarm) return null;
  const expected = counts.arrived + counts.missing;
  const withheld = personAccess !== 'open' ? t('withheld') : null;
  const hidden = hasNoFigures(personAccess, reach) ? withheld : null;
  const figures = [
    { name: t('figures.first'), value: between(alarm.sentAt, alarm.firstAt), note: withheld ?? t('figures.noAnswer') },
    { name: t('figures.half'), value: between(alarm.sentAt, alarm.halfAt), note: withheld ?? t('figures.notHalf') },
    {
      name: t('figures.all'),
      value: between(alarm.sentAt, alarm.allAt),
      note: withheld ?? t('figures.open', { count: alarm.none }),
    },
    {
      name: t('figures.reached'),
      value: hidden ? null : t('figures.of', { part: formatNumber(reach.reached), whole: formatNumber(reach.asked) }),
      note: hidden ?? '',
    },
    {
      name: t(counts.arrived > 0 ? 'figures.arrived' : 'groups.arrived'),
      value:
        counts.arrived > 0
          ? t('figures.of', { part: formatNumber(counts.arrived), whole: formatNumber(expected) })
          : null,
      note: hidden ?? t(expected > 0 ? 'figures.notRecorded' : 'figures.nobody'),
    },
  ];
  return (
    <dl className={classes['figures']}>
      {figures.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-none={value === null || undefined}>{value ?? note}</dd>
        </div>
      ))}
    </dl>
  );
}
