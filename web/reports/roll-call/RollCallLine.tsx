import { useTranslation } from 'react-i18next';
import classes from '#web/reports/live/AnswerLine.module.css';
import type { ReportRow } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';

export function RollCallLine({ rollCall }: { rollCall: NonNullable<ReportRow['answers']['rollCall']> }) {
  const { t } = useTranslation('rollCall');
  return (
    <ul className={classes['line']} aria-label={t('label')}>
      <li data-kind={rollCall.needsHelp > 0 ? 'negative' : undefined}>
        <Icon name="alarm" size={20} /> {t('line.needsHelp', { count: rollCall.needsHelp })}
      </li>
      <li>
        <Icon name="clock" size={20} /> {t('line.notHeard', { count: rollCall.notHeard })}
      </li>
      <li data-kind={rollCall.safe > 0 ? 'positive' : undefined}>
        <Icon name="checkCircle" size={20} /> {t('line.safe', { count: rollCall.safe })}
      </li>
    </ul>
  );
}
