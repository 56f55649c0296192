import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isWebAddress } from '#shared/links.ts';

/** Where a message can be seen that was published; nothing while it was not. */
export function Posts({ posts }: { posts: unknown }) {
  const { t } = useTranslation('messages');
  const shown = (Array.isArray(posts) ? posts : []) as { url: string; platform?: string }[];
  if (shown.length === 0) return null;
  return (
    <Text mt="md">
      {t('page.posts')}{' '}
      {shown.map(({ url, platform }) => (
        <Anchor key={url} href={isWebAddress(url) ? url : undefined} target="_blank" rel="noreferrer" mr="sm">
          {platform ? `${platform}: ${url}` : url}
        </Anchor>
      ))}
    </Text>
  );
}
