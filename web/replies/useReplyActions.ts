import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { toast } from '#web/lib/toasts/toast.ts';
import { undoToast } from '#web/ui/undo-toast.tsx';
import { FileReplyMutation, ReopenReplyMutation, type ReplyRow } from './queries.ts';

/** Returns the actions on a reply except assigning it; each can be undone while its notice is displayed. */
export function useReplyActions(onChanged: () => void) {
  const { t } = useTranslation('replies');
  const [, sendFile] = useMutation(FileReplyMutation);
  const [, sendReopen] = useMutation(ReopenReplyMutation);
  const reopen = async ({ id, version }: Pick<ReplyRow, 'id' | 'version'>) => {
    const { error } = await sendReopen({ id, version });
    if (!error) toast.success(t('reopened'));
    onChanged();
  };
  const file = async ({ id, version }: ReplyRow) => {
    const { data, error } = await sendFile({ id, version });
    if (data && !error) undoToast(t('filed'), () => void reopen(data.fileReply));
    onChanged();
  };
  return { file, reopen };
}
