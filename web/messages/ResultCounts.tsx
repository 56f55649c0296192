import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { MessageRow, RecipientRow } from './queries.ts';
import classes from './ResultCounts.module.css';
import { isCall, type OfKind, recipientLook } from './status.ts';

type Result = MessageRow['messageResult'];

/** In reading order, with the status of the icon. */
const parts = [
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['sent', 'sent'],
  ['pending', 'queued'],
  ['reserve', 'pending'],
  ['failed', 'failed'],
  ['expired', 'expired'],
  ['suppressed', 'suppressed'],
  ['skipped', 'skipped'],
  ['cancelled', 'cancelled'],
] as const satisfies [keyof Result, RecipientRow['status']][];

/** Counts recipients by status, without zeros. */
export function ResultCounts({ result, channel }: { result: Result; channel: OfKind }) {
  const { t } = useTranslation('messages');
  // people in reserve count as undecided
  const counts = { ...result, pending: result.pending - result.reserve };
  // listening also counts as an answered call
  if (isCall(channel)) Object.assign(counts, { delivered: 0, read: result.delivered + result.read });
  const shown = parts.filter(([name]) => counts[name] > 0);
  return (
    <dl className={classes['counts']}>
      <div className={classes['count']}>
        <dt>{t('count.total')}</dt>
        <dd>{formatNumber(result.total)}</dd>
      </div>
      {shown.map(([name, status]) => (
        <div key={name} className={classes['count']} data-tone={recipientLook(status, channel).tone}>
          <dt>
            <Icon name={recipientLook(status, channel).icon} size={16} />{' '}
            {t([`countBy.${channel.channelType.identifier}.${name}`, `count.${name}`])}
          </dt>
          <dd>{formatNumber(counts[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
