import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { apiMessage } from '#web/lib/i18n.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { FileRefusal } from './useUploadDraft.ts';

type Props = { refusal: FileRefusal | undefined; file: File | undefined };

/** The reason why the whole file was refused; empty if it wasn't. */
export function FileRefusalAlert({ refusal, file }: Props) {
  const { t } = useTranslation('uploads');
  if (!refusal) return null;
  return (
    <Alert color="red" icon={<Icon name="crossCircle" />} title={t('refused', { file: file?.name })}>
      {refusal.line ? `${t('row.line', { line: refusal.line })}: ` : ''}
      {apiMessage(refusal.key)}
    </Alert>
  );
}
