import { Center, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function Loading() {
  const { t } = useTranslation();
  return (
    <Center mih="50vh" role="status" aria-busy="true">
      <Text c="gray.6">{t('loading')}</Text>
    </Center>
  );
}
