import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useCopy } from '#web/ui/useCopy.ts';

/** Shows the address of a new link once, to open or copy. */
export function NewLinkDialog({ address, onClose }: { address: string; onClose: () => void }) {
  const { t } = useTranslation('events');
  const { copy, outcome } = useCopy('monitor-link', address);
  return (
    <Dialog title={t('monitor.newTitle')} onClose={onClose}>
      <Stack gap="md">
        <Alert color="yellow" variant="light" icon={<Icon name="info" />} title={t('monitor.once')}>
          {t('monitor.onceText')}
        </Alert>
        <Code block id="monitor-link" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {address}
        </Code>
        <Text role="status" c="green.9" mih={24}>
          {outcome ? t(`monitor.${outcome}`) : ''}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" leftSection={<Icon name="copy" />} onClick={copy}>
            {t('monitor.copy')}
          </Button>
          <Button
            component="a"
            href={address}
            target="_blank"
            rel="noopener"
            leftSection={<Icon name="external" />}
            data-autofocus
          >
            {t('monitor.open')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
