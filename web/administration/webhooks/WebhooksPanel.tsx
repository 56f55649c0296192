import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#web/administration/administration.module.css';
import { SecretDialog } from '#web/administration/SecretDialog.tsx';
import { useData } from '#web/lib/data.ts';
import { useSystemLive } from '#web/lib/system.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { DeliveriesDialog } from './DeliveriesDialog.tsx';
import { type WebhookRow, WebhooksQuery } from './queries.ts';
import { WebhookDialog } from './WebhookDialog.tsx';
import { WebhookItem } from './WebhookItem.tsx';

/** Lists, creates, edits and tests webhooks, and shows their deliveries. */
export function WebhooksPanel() {
  const { t } = useTranslation('webhooks');
  const [edited, setEdited] = useState<WebhookRow | 'new'>();
  const [looked, setLooked] = useState<WebhookRow>();
  const [secret, setSecret] = useState<string>();
  const state = useData(WebhooksQuery, {});
  useSystemLive(state.refetch);
  const create = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
      {t('create')}
    </Button>
  );
  const told = (value?: string) => {
    setSecret(value);
    state.refetch();
  };
  return (
    <Panel title={t('title')} actions={state.data?.webhooks.totalCount ? create : null}>
      <Stack gap="lg">
        <Text maw={720}>{t('intro')}</Text>
        <QueryView state={state}>
          {({ webhooks: { edges } }) =>
            edges.length === 0 ? (
              <EmptyState icon="link" title={t('none')} text={t('noneText')} action={create} />
            ) : (
              <ul className={classes['entries']}>
                {edges.map(({ node }) => (
                  <WebhookItem
                    key={node.id}
                    row={node}
                    onEdit={() => setEdited(node)}
                    onLook={() => setLooked(node)}
                    onChange={told}
                  />
                ))}
              </ul>
            )
          }
        </QueryView>
      </Stack>
      {edited && (
        <WebhookDialog
          row={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={(value) => {
            setEdited(undefined);
            told(value);
          }}
        />
      )}
      {looked && (
        <DeliveriesDialog
          webhook={looked}
          onClose={() => {
            setLooked(undefined);
            state.refetch();
          }}
        />
      )}
      {secret && (
        <SecretDialog
          title={t('secretTitle')}
          text={t('secretText')}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Panel>
  );
}
