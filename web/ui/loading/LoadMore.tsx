import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';

type Props = {
  shown: number;
  total: number;
  onMore: () => void;
  loading?: boolean;
  /** The most entries of the list; Infinity if each page is a query of its own. */
  most?: number;
};

/** Counts loaded entries and loads more. A list that can't grow further says so. */
export function LoadMore({ shown, total, onMore, loading = false, most = limits.maximumPage }: Props) {
  const { t } = useTranslation();
  if (shown >= total) return null;
  if (shown >= most)
    return (
      <Text c="gray.6" fz="sm" ta="center" py="md" role="note">
        {t('firstOfTotal', { shown, total })}
      </Text>
    );
  return (
    <Stack align="center" gap="xs" py="md">
      <Text c="gray.6" fz="sm">
        {t('shownOfTotal', { shown, total })}
      </Text>
      <Button variant="default" onClick={onMore} loading={loading}>
        {t('loadMore')}
      </Button>
    </Stack>
  );
}
