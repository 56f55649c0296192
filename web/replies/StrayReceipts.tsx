import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { useData } from '#web/lib/data.ts';
import { useLive } from '#web/lib/live.ts';
import { ChannelsChanged } from '#web/lib/queries.ts';
import { useProblemText } from '#web/messages/ReasonText.tsx';
import { ChannelName } from '#web/messages/StatusBadges.tsx';
import { useDeliveryWords } from '#web/messages/useDeliveryWords.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { StrayReceiptsQuery } from './queries.ts';
import classes from './replies.module.css';

const PAGE = 20;

/** Receipts without a known message; new ones appear live. */
export function StrayReceipts() {
  const { t } = useTranslation('replies');
  const words = useDeliveryWords();
  const problem = useProblemText();
  const [first, setFirst] = useState(PAGE);
  const state = useData(StrayReceiptsQuery, { first }, { keepPrevious: true });
  useLive(ChannelsChanged, {}, state.refetch);
  return (
    <Panel title={t('receipts.title')}>
      <QueryView state={state}>
        {({ strayReceipts: { edges, totalCount } }) =>
          totalCount === 0 ? (
            <Text>{t('receipts.none')}</Text>
          ) : (
            <>
              <Text c="gray.6" mb="sm">
                {t('receipts.text')}
              </Text>
              <ul className={classes['list']}>
                {edges.map(({ node }) => (
                  <li key={node._id} className={classes['item']}>
                    <div className={classes['head']}>
                      <span className={classes['from']}>{node.externalId}</span>
                      <ChannelName channel={node.channel} />
                      <span className={classes['quiet']}>
                        <DateTime value={node.receivedAt} />
                      </span>
                    </div>
                    {words(node.status, node.channel)}
                    {node.reason && ` – ${problem(node.reason)}`}
                  </li>
                ))}
              </ul>
              <LoadMore
                shown={edges.length}
                total={totalCount}
                onMore={() => setFirst(Math.min(limits.maximumPage, first + PAGE))}
              />
            </>
          )
        }
      </QueryView>
    </Panel>
  );
}
