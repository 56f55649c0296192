import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import type { ResultOf } from '#web/lib/gql.ts';
import { toast } from '#web/lib/toasts/toast.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { DeleteMessageMutation, type MessageQuery } from './queries.ts';
import { isDraft } from './status.ts';
import { useMayDelete } from './useMayDelete.ts';

type Props = { message: NonNullable<ResultOf<typeof MessageQuery>['message']> };

export function DeleteMessageButton({ message }: Props) {
  const { t } = useTranslation('messages');
  const mayDelete = useMayDelete(message.report);
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [{ fetching }, remove] = useMutation(DeleteMessageMutation);
  if (!isDraft(message.status) || !mayDelete(message)) return null;
  const askAndDelete = async () => {
    if (!(await confirm({ title: t('ask.delete.title'), text: t('ask.delete.text'), danger: true }))) return;
    const { error } = await remove({ id: message.id });
    if (error) return;
    toast.success(t('ask.delete.done'));
    await navigate(`/event/${message.report.event._id}/report/${message.report._id}`);
  };
  return (
    <Button
      color="red"
      variant="outline"
      leftSection={<Icon name="trash" />}
      loading={fetching}
      onClick={() => void askAndDelete()}
    >
      {t('action.delete')}
    </Button>
  );
}
