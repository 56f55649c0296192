import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CandidatePart } from './useCandidates.ts';

/** Says that a selection shows only its first entries, and how to see others. */
export function CandidatePartNote({ part }: { part: CandidatePart | null }) {
  const { t } = useTranslation('contacts');
  if (!part) return null;
  return (
    <Text c="gray.6" fz="sm" role="note">
      {t('add.part', part)}
    </Text>
  );
}
