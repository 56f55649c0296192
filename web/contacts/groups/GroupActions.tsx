import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { limits } from '#shared/limits.ts';
import { type Action, ActionMenu } from '#web/contacts/ActionMenu.tsx';
import { ExportMenu } from '#web/contacts/ExportMenu.tsx';
import { successToast } from '#web/lib/toasts.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { DeleteGroupDialog } from './DeleteGroupDialog.tsx';
import { GroupDialog } from './GroupDialog.tsx';
import { GroupOrderDialog } from './GroupOrderDialog.tsx';
import { UpdateGroupMutation } from './mutations.ts';
import type { GroupDetails } from './queries.ts';

type Open = 'edit' | 'below' | 'sort' | 'delete';

/** The viewer's actions on a group: edit and export as buttons, the rest in a menu. */
export function GroupActions({ group }: { group: GroupDetails }) {
  const { t } = useTranslation('contacts');
  const { t: common } = useTranslation();
  const { can } = useViewer();
  const [open, setOpen] = useState<Open>();
  const [, update] = useMutation(UpdateGroupMutation);
  const close = () => setOpen(undefined);
  if (!group.isActive) {
    const restore = async () => {
      const { error } = await update({ input: { id: group.id, version: group.version, isActive: true } });
      if (!error) successToast(t('saved'));
    };
    return (
      can('edit_group') && (
        <Button variant="default" leftSection={<Icon name="restore" />} onClick={() => void restore()}>
          {t('restore')}
        </Button>
      )
    );
  }
  const rest: (Action & { open: Open; shown: boolean })[] = [
    {
      open: 'below' as const,
      label: t('group.createBelow'),
      icon: 'plus' as const,
      shown: can('create_group') && group.breadcrumb.length + 1 < limits.groupDepth,
    },
    {
      open: 'sort' as const,
      label: t('sort.groups'),
      icon: 'drag' as const,
      shown: can('edit_group') && group.below.edges.length > 1,
    },
    {
      open: 'delete' as const,
      label: t('group.delete'),
      icon: 'trash' as const,
      danger: true,
      shown: can('delete_group'),
    },
  ].map((entry) => ({ ...entry, run: () => setOpen(entry.open) }));
  return (
    <>
      {can('edit_group') && (
        <Button variant="default" leftSection={<Icon name="edit" />} onClick={() => setOpen('edit')}>
          {common('edit')}
        </Button>
      )}
      <ExportMenu path={`/api/v2/groups/${group._id}/people`} name={group.name} />
      <ActionMenu label={t('more')} variant="default" actions={rest.filter(({ shown }) => shown)} />
      {open === 'edit' && <GroupDialog group={group} onClose={close} />}
      {open === 'below' && <GroupDialog below={group} onClose={close} />}
      {open === 'sort' && <GroupOrderDialog id={group.id} onClose={close} />}
      {open === 'delete' && <DeleteGroupDialog group={group} onClose={close} />}
    </>
  );
}
