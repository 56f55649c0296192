import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import type { Action } from '#web/contacts/ActionMenu.tsx';
import { personName } from '#web/contacts/people/person-name.ts';
import { successToast } from '#web/lib/toasts.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { RemovePersonFromGroupMutation, SetPriorityMutation } from './mutations.ts';
import type { GroupDetails } from './queries.ts';

type Member = GroupDetails['personGroup']['edges'][number]['node'];

/** Returns the viewer's actions on a member of the group. */
export function useMemberActions(group: GroupDetails): (member: Member) => Action[] {
  const { t } = useTranslation('contacts');
  const { can } = useViewer();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [, setPriority] = useMutation(SetPriorityMutation);
  const [, remove] = useMutation(RemovePersonFromGroupMutation);

  const toggle = async ({ _id, priorityAlert }: Member) => {
    const { error } = await setPriority({ id: String(_id), priorityAlert: !priorityAlert });
    if (!error) successToast(t('saved'));
  };
  const ask = async ({ _id, person }: Member) => {
    const name = personName(person);
    const text = t(person.isCrisis ? 'group.removeCrisis' : 'group.removeText', { name, group: group.name });
    if (!(await confirm({ title: t('group.removeTitle', { name }), text, danger: person.isCrisis }))) return;
    const { error } = await remove({ id: String(_id) });
    if (!error) successToast(t('group.removed', { name }));
  };
  return (member) => {
    const actions: Action[] = [];
    if (can('edit_contact')) {
      const run = () => void navigate(`/person/${member.person._id}?edit=1`);
      actions.push({ label: t('person.edit'), icon: 'edit', run });
    }
    if (can('sort_contacts_in_group')) {
      const label = t(member.priorityAlert ? 'group.priorityOff' : 'group.priorityOn');
      actions.push({ label, icon: 'alarm', run: () => void toggle(member) });
    }
    if (can('remove_contact_from_group')) {
      const run = () => void ask(member);
      actions.push({ label: t('group.remove'), icon: 'minus', danger: true, run });
    }
    return actions;
  };
}
