import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { successToast } from '#web/lib/toasts.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { DeletePersonMutation, ErasePersonMutation, UpdatePersonMutation } from './mutations.ts';
import { personName } from './person-name.ts';
import type { PersonDetails } from './queries.ts';

/** Switches a person off or on, and erases personal data. Each action asks first and lists the person's uses. */
export function usePersonVerbs(person: PersonDetails, onChanged: () => void) {
  const { t } = useTranslation('contacts');
  const confirm = useConfirm();
  const [, switchOff] = useMutation(DeletePersonMutation);
  const [, remove] = useMutation(ErasePersonMutation);
  const [, update] = useMutation(UpdatePersonMutation);
  const name = personName(person);
  const ask = (title: string, text: string, danger: boolean) =>
    confirm({
      title,
      danger,
      text: (
        <Stack gap="sm">
          <span>{text}</span>
          <WhereUsed person={person} />
        </Stack>
      ),
    });
  return {
    deactivate: async () => {
      if (!(await ask(t('person.deactivateTitle', { name }), t('person.deactivateText'), person.isCrisis))) return;
      const { error } = await switchOff({ id: person.id });
      if (!error) successToast(t('person.deactivated', { name }));
    },
    restore: async () => {
      const { error } = await update({ input: { id: person.id, version: person.version, isActive: true } });
      if (!error) successToast(t('saved'));
    },
    erase: async () => {
      if (!(await ask(t('person.eraseTitle', { name }), t('person.eraseText'), true))) return;
      const { error } = await remove({ id: person.id });
      if (error) return;
      successToast(t('person.erased'));
      onChanged();
    },
  };
}

function WhereUsed({ person }: { person: PersonDetails }) {
  const { t } = useTranslation('contacts');
  const groups = person.personGroup.edges.map(({ node }) => node.group.name).join(', ');
  const lists = person.mailingLists.edges.map(({ node }) => node.name).join(', ');
  return (
    <>
      {person.isCrisis && <Text fw={600}>{t('person.crisisWarning')}</Text>}
      {groups && <span>{t('person.inGroups', { names: groups })}</span>}
      {lists && <span>{t('person.onLists', { names: lists })}</span>}
    </>
  );
}
