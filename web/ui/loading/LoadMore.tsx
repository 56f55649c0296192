import { Button, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = { shown: number; total: number; onMore: () => void; loading?: boolean };

/** Counts loaded entries and loads more. */
export function LoadMore({ shown, total, onMore, loading = false }: Props) {
  const { t } = useTranslation();
  if (shown >= total) return null;
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
