import { useTranslation } from 'react-i18next';
import { Cell } from '#web/fields/Cell.tsx';
import type { CellProps } from '#web/fields/cell.ts';
import { useData } from '#web/lib/data.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import classes from './channels.module.css';
import { ChannelTroublesQuery } from './queries.ts';

/** Whether a channel is in use, and its state. */
export function ChannelActiveCell(props: CellProps) {
  const { t } = useTranslation('administration');
  // the list's page refreshes this
  const { data } = useData(ChannelTroublesQuery, {});
  const channel = data?.channels.edges.find(({ node }) => node.id === props.row?.id)?.node;
  if (!channel) return <Cell {...props} />;
  const { trouble, troubleAt, hearingTrouble, hearingTroubleAt, lastSuccessAt } = channel;
  const since = (text: string, at: string | null) => (
    <>
      {text} {at && <DateTime value={at} />}
    </>
  );
  return (
    <span className={classes['active']}>
      <Cell {...props} />{' '}
      <small data-trouble={trouble ? 'sending' : hearingTrouble ? 'hearing' : undefined}>
        {trouble
          ? since(t('channel.troubleSince'), troubleAt)
          : hearingTrouble
            ? since(t('channel.deafSince'), hearingTroubleAt)
            : lastSuccessAt
              ? since(t('channel.worked'), lastSuccessAt)
              : t('channel.untried')}
      </small>
    </span>
  );
}
