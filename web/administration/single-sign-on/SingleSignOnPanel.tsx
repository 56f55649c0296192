import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#web/administration/administration.module.css';
import { useData } from '#web/lib/data.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { ProviderDialog } from './ProviderDialog.tsx';
import { ProviderItem } from './ProviderItem.tsx';
import { type ProviderRow, SingleSignOnQuery } from './queries.ts';
import { WaitingPeople } from './WaitingPeople.tsx';

/** The providers that users sign in with, for system owners. */
export function SingleSignOnPanel() {
  const { t } = useTranslation('singleSignOn');
  const [edited, setEdited] = useState<ProviderRow | 'new'>();
  const state = useData(SingleSignOnQuery, {});
  const create = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
      {t('create')}
    </Button>
  );
  return (
    <Panel title={t('title')} actions={state.data?.oidcProviders.length ? create : null}>
      <Stack gap="lg">
        <Text maw={720}>{t('intro')}</Text>
        <QueryView state={state}>
          {({ oidcProviders, waitingIdentities }) => (
            <Stack gap="lg">
              <WaitingPeople waiting={waitingIdentities} onChange={state.refetch} />
              {oidcProviders.length === 0 ? (
                <EmptyState icon="key" title={t('none')} text={t('noneText')} action={create} />
              ) : (
                <ul className={classes['entries']}>
                  {oidcProviders.map((row) => (
                    <ProviderItem key={row.id} row={row} onEdit={() => setEdited(row)} onChange={state.refetch} />
                  ))}
                </ul>
              )}
            </Stack>
          )}
        </QueryView>
      </Stack>
      {edited && (
        <ProviderDialog
          row={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined);
            state.refetch();
          }}
        />
      )}
    </Panel>
  );
}
