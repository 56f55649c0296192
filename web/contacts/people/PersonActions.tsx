import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useClient } from 'urql';
import { type Action, ActionMenu } from '#web/contacts/ActionMenu.tsx';
import { saveFile } from '#web/lib/download.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { ExportPersonQuery } from './mutations.ts';
import { accountValues } from './new-account.ts';
import { PersonDialog } from './PersonDialog.tsx';
import type { PersonDetails } from './queries.ts';
import { usePersonVerbs } from './usePersonVerbs.tsx';

/** The viewer's actions on a person: edit as a button, the rest in a menu. */
export function PersonActions({ person, onChanged }: { person: PersonDetails; onChanged: () => void }) {
  const { t } = useTranslation('contacts');
  const { t: common } = useTranslation();
  const { can } = useViewer();
  const client = useClient();
  const navigate = useNavigate();
  const [editing, setEditing] = useUrlState('edit');
  const { deactivate, restore, erase } = usePersonVerbs(person, onChanged);
  if (person.isErased) return null;
  const download = async () => {
    const { data } = await client.query(ExportPersonQuery, { id: person.id }).toPromise();
    if (!data) return;
    const content = new Blob([JSON.stringify(data.exportPerson, null, 2)], { type: 'application/json' });
    saveFile(content, `person-${person._id}.json`);
  };
  const actions: Action[] = [];
  if (can('edit_contact')) {
    actions.push({ label: t('person.export'), icon: 'download', run: () => void download() });
    if (!person.isActive) actions.push({ label: t('restore'), icon: 'restore', run: () => void restore() });
  }
  const initial = accountValues(person);
  if (can('manage_user') && person.isActive && initial)
    actions.push({
      label: t('person.newAccount'),
      icon: 'key',
      run: () => void navigate('/administration/users?id=new', { state: { initial } }),
    });
  if (can('delete_contact')) {
    if (person.isActive) actions.push({ label: t('person.deactivate'), icon: 'pause', run: () => void deactivate() });
    actions.push({ label: t('person.erase'), icon: 'trash', danger: true, run: () => void erase() });
  }
  return (
    <>
      {can('edit_contact') && (
        <Button variant="default" leftSection={<Icon name="edit" />} onClick={() => setEditing('1')}>
          {common('edit')}
        </Button>
      )}
      <ActionMenu label={t('more')} variant="default" actions={actions} />
      {editing === '1' && can('edit_contact') && <PersonDialog person={person} onClose={() => setEditing('')} />}
    </>
  );
}
