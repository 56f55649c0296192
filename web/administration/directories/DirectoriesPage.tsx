import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Page } from '#web/ui/Page.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { ConnectionDialog } from './ConnectionDialog.tsx';
import { DirectoryPanel } from './DirectoryPanel.tsx';
import { DirectoriesQuery, type DirectoryRow } from './queries.ts';

/** The directories that people come from. */
export function DirectoriesPage() {
  const { t } = useTranslation(['directories', 'administration']);
  const [edited, setEdited] = useState<DirectoryRow | 'new'>();
  const state = useData(DirectoriesQuery, {});
  const create = (
    <Button leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
      {t('create')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      subtitle={t('subtitle')}
      breadcrumb={[{ label: t('administration:title'), to: '/administration' }]}
      actions={state.data?.directories.length ? create : null}
    >
      <QueryView state={state}>
        {({ directories }) =>
          directories.length === 0 ? (
            <EmptyState icon="group" title={t('none')} text={t('noneText')} action={create} />
          ) : (
            <Stack gap="lg">
              <Text maw={720}>{t('intro')}</Text>
              {directories.map((row) => (
                <DirectoryPanel key={row.id} row={row} onEdit={() => setEdited(row)} onChange={state.refetch} />
              ))}
            </Stack>
          )
        }
      </QueryView>
      {edited && (
        <ConnectionDialog
          row={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined);
            state.refetch();
          }}
        />
      )}
    </Page>
  );
}
