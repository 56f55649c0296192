import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useCopy } from '#web/ui/useCopy.ts';
import classes from './administration.module.css';

type Props = {
  title: string;
  /** Instructions for the secret. */
  text: string;
  secret: string;
  onClose: () => void;
};

/** Shows a secret once, with a copy button; without a clipboard, selects it. */
export function SecretDialog({ title, text, secret, onClose }: Props) {
  const { t } = useTranslation('administration');
  const { copy, outcome } = useCopy('secret', secret);
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack gap="md">
        <Alert color="yellow" variant="light" icon={<Icon name="info" />} title={t('secret.once')}>
          {t('secret.lost')}
        </Alert>
        <Text>{text}</Text>
        <Code block id="secret" className={classes['secret']}>
          {secret}
        </Code>
        <Text role="status" c="green.9" mih={24}>
          {outcome ? t(`secret.${outcome}`) : ''}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" leftSection={<Icon name="copy" />} onClick={copy} data-autofocus>
            {t('secret.copy')}
          </Button>
          <Button onClick={onClose}>{t('secret.done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
