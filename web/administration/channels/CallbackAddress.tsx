import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#web/administration/administration.module.css';
import { Icon } from '#web/ui/Icon.tsx';
import { useCopy } from '#web/ui/useCopy.ts';

/** The callback address to enter at the channel's provider, with a copy button. */
export function CallbackAddress({ url }: { url: string }) {
  const { t } = useTranslation('administration');
  const { copy, outcome } = useCopy('callback-address', url);
  return (
    <Stack gap="sm" component="section" aria-labelledby="callback-title">
      <Title order={3} id="callback-title">
        {t('channel.callback')}
      </Title>
      <Text c="gray.6">{t('channel.callbackText')}</Text>
      <Code block id="callback-address" className={classes['secret']}>
        {url}
      </Code>
      <Group gap="sm">
        <Button variant="default" leftSection={<Icon name="copy" />} onClick={copy}>
          {t('channel.callbackCopy')}
        </Button>
        <Text role="status" c="green.9">
          {outcome ? t(`secret.${outcome}`) : ''}
        </Text>
      </Group>
    </Stack>
  );
}
