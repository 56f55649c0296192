import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './InsideStrip.module.css';

type Props = { what?: 'activation' | 'activations' | 'activationMailbox' | 'report' | 'reportMailbox'; name?: string };

/** Says for good that what was sent for a live event reached nobody outside, with the way to the channels; by the event's name where several are told of. */
export function InsideStrip({ what = 'activation', name }: Props) {
  const { t } = useTranslation('events');
  const { can } = useViewer();
  return (
    <div className={classes['strip']} role="alert">
      <Icon name="exercise" />
      <span>
        {name && <span className={classes['name']}>{name}</span>}
        {t(`inside.${what}`)}{' '}
        {can('manage_channel') ? <Link to="/administration/channels">{t('inside.channels')}</Link> : t('inside.ask')}
      </span>
    </div>
  );
}
