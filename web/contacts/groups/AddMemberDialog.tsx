import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { AddDialog } from '#web/contacts/AddDialog.tsx';
import { AddPeopleToGroupMutation } from '#web/contacts/bulk/mutations.ts';
import { PersonDialog } from '#web/contacts/people/PersonDialog.tsx';
import { successToast } from '#web/lib/toasts.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { GroupDetails } from './queries.ts';

type Props = { group: GroupDetails; onClose: () => void };

/** Adds existing people or a new one to a group. */
export function AddMemberDialog({ group, onClose }: Props) {
  const { t } = useTranslation('contacts');
  const { can } = useViewer();
  const [{ fetching }, add] = useMutation(AddPeopleToGroupMutation);
  const [isNew, setNew] = useState(!can('add_contact_to_group'));
  if (isNew) return <PersonDialog group={group} onClose={onClose} />;
  const onAdd = async (people: string[]) => {
    const { data } = await add({ target: group.id, people, dryRun: false });
    if (!data) return;
    successToast(t('group.added', { count: data.result.changed }));
    onClose();
  };
  return (
    <AddDialog
      title={t('group.addPerson')}
      kinds={['people']}
      present={new Set(group.personGroup.edges.map(({ node }) => node.person.id))}
      busy={fetching}
      onAdd={({ people }) => void onAdd(people)}
      onClose={onClose}
      other={
        can('create_contact_in_group') && (
          <Button variant="light" leftSection={<Icon name="person" />} onClick={() => setNew(true)}>
            {t('person.create')}
          </Button>
        )
      }
    />
  );
}
