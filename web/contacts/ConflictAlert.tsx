import { Alert, Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';

type Props = { onReload: () => void; loading?: boolean };

/** Reports that another user saved, and loads their version; input stays. */
export function ConflictAlert({ onReload, loading = false }: Props) {
  const { t } = useTranslation('contacts');
  return (
    <Alert color="yellow" icon={<Icon name="refresh" />} title={t('conflict.title')} role="alert">
      <Stack gap="sm" align="flex-start">
        {t('conflict.text')}
        <Button variant="default" loading={loading} onClick={onReload}>
          {t('conflict.reload')}
        </Button>
      </Stack>
    </Alert>
  );
}
