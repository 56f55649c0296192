import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { InUseDialog } from '#web/contacts/InUseDialog.tsx';
import { successToast } from '#web/lib/toasts.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { DeleteGroupMutation } from './mutations.ts';
import type { GroupDetails } from './queries.ts';

type Props = { group: GroupDetails; onClose: () => void };

/** Confirms the deletion of a group, or lists the uses that prevent it. */
export function DeleteGroupDialog({ group, onClose }: Props) {
  const { t } = useTranslation('contacts');
  const navigate = useNavigate();
  const [, remove] = useMutation(DeleteGroupMutation);
  if (group.listGroup.edges.length + group.below.edges.length > 0) return <InUse group={group} onClose={onClose} />;
  const answer = async (yes: boolean) => {
    onClose();
    if (!yes) return;
    const { error } = await remove({ id: group.id, version: group.version });
    if (error) return;
    successToast(t('group.deleted', { name: group.name }));
    const parent = group.breadcrumb.at(-1);
    await navigate(parent ? `/group/${parent._id}` : '/groups');
  };
  const question = {
    title: t('group.deleteTitle', { name: group.name }),
    text: t(group.hasCrisis ? 'group.deleteCrisis' : 'group.deleteText'),
    danger: true,
  };
  return <ConfirmDialog question={question} opened onAnswer={(yes) => void answer(yes)} />;
}

function InUse({ group, onClose }: Props) {
  const { t } = useTranslation('contacts');
  const lists = group.listGroup.edges.map(({ node: { _id, mailingList, stopLimit } }) => ({
    key: `list ${_id}`,
    to: `/mailinglist/${mailingList._id}`,
    name: mailingList.name,
    note: stopLimit === null ? t('group.onList') : `${t('group.onList')}, ${t('list.limit', { count: stopLimit })}`,
  }));
  const below = group.below.edges.map(({ node }) => ({
    key: `group ${node._id}`,
    to: `/group/${node._id}`,
    name: node.name,
    note: t('group.isBelow'),
  }));
  return (
    <InUseDialog
      title={t('inUseTitle', { name: group.name })}
      text={t('group.inUseText')}
      uses={[...lists, ...below]}
      onClose={onClose}
    />
  );
}
