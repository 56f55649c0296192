import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { type Action, ActionMenu } from '#web/contacts/ActionMenu.tsx';
import { ExportMenu } from '#web/contacts/ExportMenu.tsx';
import { successToast } from '#web/lib/toasts.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { AddToListDialog, addableKinds } from './AddToListDialog.tsx';
import { DeleteListDialog } from './DeleteListDialog.tsx';
import { ListDialog } from './ListDialog.tsx';
import { listFeature } from './list-rights.ts';
import { UpdateMailingListMutation } from './mutations.ts';
import type { ListDetails } from './queries.ts';

/** The viewer's actions on a mailing list: add, edit and export as buttons, the rest in a menu. */
export function ListActions({ list }: { list: ListDetails }) {
  const { t } = useTranslation('contacts');
  const { t: common } = useTranslation();
  const { can } = useViewer();
  const [open, setOpen] = useState<'add' | 'edit' | 'below' | 'delete'>();
  const close = () => setOpen(undefined);
  if (!list.isActive) return can(listFeature('edit', list)) && <Restore list={list} />;
  const rest: Action[] = [];
  if (can('create_mailing_list')) {
    rest.push({ label: t('list.createBelow'), icon: 'plus', run: () => setOpen('below') });
  }
  if (can(listFeature('delete', list))) {
    rest.push({ label: t('list.delete'), icon: 'trash', danger: true, run: () => setOpen('delete') });
  }
  return (
    <>
      {addableKinds(list, can).length > 0 && (
        <Button leftSection={<Icon name="plus" />} onClick={() => setOpen('add')}>
          {t('list.add')}
        </Button>
      )}
      {can(listFeature('edit', list)) && (
        <Button variant="default" leftSection={<Icon name="edit" />} onClick={() => setOpen('edit')}>
          {common('edit')}
        </Button>
      )}
      <ExportMenu path={`/api/v2/mailing_lists/${list._id}/people`} name={list.name} />
      <ActionMenu label={t('more')} variant="default" actions={rest} />
      {open === 'add' && <AddToListDialog list={list} onClose={close} />}
      {open === 'edit' && <ListDialog list={list} onClose={close} />}
      {open === 'below' && <ListDialog below={list} onClose={close} />}
      {open === 'delete' && <DeleteListDialog list={list} onClose={close} />}
    </>
  );
}

function Restore({ list }: { list: ListDetails }) {
  const { t } = useTranslation('contacts');
  const [, update] = useMutation(UpdateMailingListMutation);
  const restore = async () => {
    const { error } = await update({ input: { id: list.id, version: list.version, isActive: true } });
    if (!error) successToast(t('saved'));
  };
  return (
    <Button variant="default" leftSection={<Icon name="restore" />} onClick={() => void restore()}>
      {t('restore')}
    </Button>
  );
}
