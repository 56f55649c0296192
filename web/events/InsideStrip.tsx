import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './InsideStrip.module.css';

type Props = { what?: 'activation' | 'activationMailbox' | 'report' | 'reportMailbox'; names?: readonly string[] };

/** Says for good that what was sent for a live event reached nobody outside, with the way to the channels; of several events by their names. */
export function InsideStrip({ what = 'activation', names = [] }: Props) {
  const { t } = useTranslation('events');
  const { can } = useViewer();
  return (
    <div className={classes['strip']} role="alert">
      <Icon name="exercise" />
      <span>
        {names.length > 0 && <span className={classes['name']}>{names.join(' · ')}</span>}
        {t(`inside.${what}`, { count: names.length || 1 })}{' '}
        {can('manage_channel') ? <Link to="/administration/channels">{t('inside.channels')}</Link> : t('inside.ask')}
      </span>
    </div>
  );
}
