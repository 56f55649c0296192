import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A text with a button that reloads the page. */
export function ReloadMessage({ text }: { text: string }) {
  const { t } = useTranslation('layout');
  return (
    <Stack gap="xs" align="flex-start">
      <Text fz="sm">{text}</Text>
      <Button variant="default" onClick={() => location.reload()}>
        {t('reload')}
      </Button>
    </Stack>
  );
}
