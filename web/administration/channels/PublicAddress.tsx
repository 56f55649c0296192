import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Where everybody reads what the channel publishes. */
export function PublicAddress({ url }: { url: string }) {
  const { t } = useTranslation('administration');
  return (
    <Stack gap="sm" component="section" aria-labelledby="public-title">
      <Title order={3} id="public-title">
        {t('channel.public')}
      </Title>
      <Text c="gray.6">{t('channel.publicText')}</Text>
      <Anchor href={url} target="_blank" rel="noreferrer">
        {url}
      </Anchor>
    </Stack>
  );
}
