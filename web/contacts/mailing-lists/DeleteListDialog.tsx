import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { InUseDialog } from '#web/contacts/InUseDialog.tsx';
import { successToast } from '#web/lib/toasts.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { DeleteMailingListMutation } from './mutations.ts';
import type { ListDetails } from './queries.ts';

type Props = { list: ListDetails; onClose: () => void };

/** Confirms the deletion of a mailing list, or lists the uses that prevent it. */
export function DeleteListDialog({ list, onClose }: Props) {
  const { t } = useTranslation('contacts');
  const navigate = useNavigate();
  const [, remove] = useMutation(DeleteMailingListMutation);
  const uses = [
    ...list.eventTypes.edges.map(({ node }) => ({
      key: `event type ${node._id}`,
      name: node.name,
      note: t('list.isEventType'),
    })),
    ...list.below.edges.map(({ node }) => ({
      key: `list ${node._id}`,
      to: `/mailinglist/${node._id}`,
      name: node.name,
      note: t('list.isBelow'),
    })),
  ];
  if (uses.length > 0) {
    const title = t('inUseTitle', { name: list.name });
    return <InUseDialog title={title} text={t('list.inUseText')} uses={uses} onClose={onClose} />;
  }
  const answer = async (yes: boolean) => {
    onClose();
    if (!yes) return;
    const { error } = await remove({ id: list.id, version: list.version });
    if (error) return;
    successToast(t('list.deleted', { name: list.name }));
    await navigate(list.parentList ? `/mailinglist/${list.parentList._id}` : '/mailinglists');
  };
  const question = {
    title: t('list.deleteTitle', { name: list.name }),
    text: t(list.hasCrisis ? 'list.deleteCrisis' : 'list.deleteText'),
    danger: true,
  };
  return <ConfirmDialog question={question} opened onAnswer={(yes) => void answer(yes)} />;
}
