import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { useConnectionBroken, useConnectionRestored } from '#web/lib/connection.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { ErrorState } from '#web/ui/states.tsx';

const reload = () => location.reload();

/** Replaces a page that crashed or can't be loaded; reloads when the server is back. */
export function PageError() {
  const { t } = useTranslation('layout');
  const error = useRouteError();
  useConnectionRestored(reload);
  if (useConnectionBroken())
    return (
      <Center mih="60vh" p="md">
        <ErrorState onRetry={reload} />
      </Center>
    );
  return (
    <Center mih="60vh" p="md">
      <Stack align="center" gap="md" maw={520} ta="center" role="alert">
        <Title order={1}>{t('pageError.title')}</Title>
        <Text>{t('pageError.text')}</Text>
        <Text fz="sm" c="gray.6" ff="monospace">
          {[t('pageError.name'), error instanceof Error && error.message].filter(Boolean).join(' ')}
        </Text>
        <Button leftSection={<Icon name="refresh" />} onClick={reload}>
          {t('reload')}
        </Button>
      </Stack>
    </Center>
  );
}
