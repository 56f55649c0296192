import { NativeSelect, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import classes from '#web/administration/administration.module.css';
import { useData } from '#web/lib/data.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { DeliveryItem } from './DeliveryItem.tsx';
import { WebhookDeliveriesQuery, type WebhookRow } from './queries.ts';

type Props = { webhook: WebhookRow; onClose: () => void };

const pageLength = 20;
const lookAgain = 5000;
const statuses = ['delivered', 'pending', 'failed'] as const;

/** A webhook's deliveries of the last 30 days with results; refreshes while one is pending. */
export function DeliveriesDialog({ webhook, onClose }: Props) {
  const { t } = useTranslation('webhooks');
  const [first, setFirst] = useState(pageLength);
  const [status, setStatus] = useState('');
  const variables = { webhook: webhook.id, first, status: status || null };
  const state = useData(WebhookDeliveriesQuery, variables, { keepPrevious: true });
  const { refetch } = state;
  useEffect(() => {
    const timer = setInterval(refetch, lookAgain);
    return () => clearInterval(timer);
  }, [refetch]);
  return (
    <Dialog title={t('deliveriesTitle', { name: webhook.name })} size="xl" isLight onClose={onClose}>
      <Stack gap="md">
        <NativeSelect
          label={t('show')}
          value={status}
          onChange={({ currentTarget }) => setStatus(currentTarget.value)}
          data={[
            { value: '', label: t('showAll') },
            ...statuses.map((value) => ({ value, label: t(`delivery.${value}`) })),
          ]}
        />
        <QueryView state={state}>
          {({ webhookDeliveries: { edges, totalCount } }) =>
            edges.length === 0 ? (
              <EmptyState title={t('noDeliveries')} text={t('noDeliveriesText')} />
            ) : (
              <>
                <ul className={classes['entries']}>
                  {edges.map(({ node }) => (
                    <DeliveryItem key={node.id} row={node} canReplay={webhook.isActive} onChange={refetch} />
                  ))}
                </ul>
                <LoadMore
                  shown={edges.length}
                  total={totalCount}
                  loading={state.refreshing}
                  onMore={() => setFirst(Math.min(limits.maximumPage, first + pageLength))}
                />
              </>
            )
          }
        </QueryView>
      </Stack>
    </Dialog>
  );
}
