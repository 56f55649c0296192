import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The public address of the channel's publications, and of all web feeds together for running events. */
export function PublicAddress({ url, isOnStatusPage }: { url: string; isOnStatusPage: boolean }) {
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
      {isOnStatusPage && (
        <>
          <Text c="gray.6">{t('channel.publicStatus')}</Text>
          <Anchor href={statusOf(url)} target="_blank" rel="noreferrer">
            {statusOf(url)}
          </Anchor>
        </>
      )}
    </Stack>
  );
}

const statusOf = (url: string): string => new URL('/status', url).href;
