import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import classes from '#web/administration/administration.module.css';
import { SecretDialog } from '#web/administration/SecretDialog.tsx';
import { useData } from '#web/lib/data.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { ApiKeyDialog } from './ApiKeyDialog.tsx';
import { ApiKeyItem } from './ApiKeyItem.tsx';
import { type ApiKeyRow, ApiKeysQuery } from './queries.ts';

const pageLength = 30;

/** Lists, creates, edits and revokes API keys. */
export function ApiKeysPanel() {
  const { t } = useTranslation('apiKeys');
  const [first, setFirst] = useState(pageLength);
  const [edited, setEdited] = useState<ApiKeyRow | 'new'>();
  const [secret, setSecret] = useState<string>();
  const state = useData(ApiKeysQuery, { first }, { keepPrevious: true });
  const create = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
      {t('create')}
    </Button>
  );
  return (
    <Panel title={t('title')} actions={state.data?.apiKeys.totalCount ? create : null}>
      <Stack gap="lg">
        <Text maw={720}>{t('intro')}</Text>
        <QueryView state={state}>
          {({ apiKeys: { edges, totalCount } }) =>
            totalCount === 0 ? (
              <EmptyState icon="key" title={t('none')} text={t('noneText')} action={create} />
            ) : (
              <>
                <ul className={classes['entries']}>
                  {edges.map(({ node }) => (
                    <ApiKeyItem key={node.id} row={node} onEdit={() => setEdited(node)} onChange={state.refetch} />
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
      {edited && (
        <ApiKeyDialog
          row={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={(key) => {
            setEdited(undefined);
            setSecret(key);
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
