import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isWebAddress } from '#shared/links.ts';
import { networkName } from '#shared/network-names.ts';

/** Links to a published message; empty otherwise. */
export function Posts({ posts }: { posts: unknown }) {
  const { t } = useTranslation('messages');
  const shown = (Array.isArray(posts) ? posts : []) as { url: string; platform?: string }[];
  if (shown.length === 0) return null;
  return (
    <Text mt="md" component="div">
      {t('page.posts')}
      {shown.map(({ url, platform }) => (
        <div key={url} style={{ overflowWrap: 'anywhere' }}>
          {platform && `${networkName(platform)}: `}
          <Anchor href={isWebAddress(url) ? url : undefined} target="_blank" rel="noreferrer">
            {url}
          </Anchor>
        </div>
      ))}
    </Text>
  );
}
