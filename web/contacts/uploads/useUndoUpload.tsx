import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { successToast } from '#web/lib/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { UndoUploadMutation, type UploadLineRow } from './queries.ts';

/** Undoes an upload after a confirmation. */
export function useUndoUpload(): { undo: (upload: UploadLineRow) => Promise<void>; busy: boolean } {
  const { t } = useTranslation('uploads');
  const confirm = useConfirm();
  const [{ fetching }, send] = useMutation(UndoUploadMutation);
  const undo = async ({ id, fileName, created, updated, format }: UploadLineRow) => {
    const text = (
      <Stack gap="xs">
        <ul>
          {created > 0 && <li>{t('undo.created', { count: created })}</li>}
          {updated > 0 && <li>{t('undo.updated', { count: updated })}</li>}
        </ul>
        <span>{t('undo.text')}</span>
        {format === 'directory' && <span>{t('undo.schedule')}</span>}
      </Stack>
    );
    if (!(await confirm({ title: t('undo.title', { file: fileName }), text, danger: true }))) return;
    const { data } = await send({ id });
    if (data?.undoUpload.status === 'undone') successToast(t('undo.done', { file: fileName }));
  };
  return { undo, busy: fetching };
}
