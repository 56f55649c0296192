import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { ActionMenu } from '#web/contacts/ActionMenu.tsx';
import classes from '#web/contacts/contacts.module.css';
import { PersonItem } from '#web/contacts/people/PersonItem.tsx';
import { personName } from '#web/contacts/people/person-name.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { AddMemberDialog } from './AddMemberDialog.tsx';
import { CallOrderDialog } from './CallOrderDialog.tsx';
import type { GroupDetails } from './queries.ts';
import { useMemberActions } from './useMemberActions.tsx';

type Props = { group: GroupDetails; loading: boolean; onMore: () => void };

/** The members of a group in call order, with the viewer's actions. */
export function Members({ group, loading, onMore }: Props) {
  const { t } = useTranslation('contacts');
  const [dialog, setDialog] = useState<'add' | 'sort'>();
  const { edges, totalCount } = group.personGroup;
  const actionsOf = useMemberActions(group);
  const buttons = group.isActive && <Buttons group={group} onOpen={setDialog} />;
  if (edges.length === 0 && group.below.edges.length > 0 && !buttons) return null;
  return (
    <Panel title={t('group.members')} actions={buttons}>
      <Text c="gray.6" mb={edges.length > 0 ? 'md' : 0}>
        {t(
          edges.length > 0
            ? 'group.callOrder'
            : group.below.edges.length > 0
              ? 'group.noneDirectly'
              : 'group.noMembers',
        )}
      </Text>
      <ol className={classes['lines']}>
        {edges.map(({ node }, at) => (
          <PersonItem
            key={node._id}
            person={node.person}
            position={at + 1}
            priority={node.priorityAlert}
            actions={
              <ActionMenu label={t('actionsFor', { name: personName(node.person) })} actions={actionsOf(node)} />
            }
          />
        ))}
      </ol>
      <LoadMore shown={edges.length} total={totalCount} most={limits.peoplePerList} loading={loading} onMore={onMore} />
      {dialog === 'add' && <AddMemberDialog group={group} onClose={() => setDialog(undefined)} />}
      {dialog === 'sort' && <CallOrderDialog id={group.id} onClose={() => setDialog(undefined)} />}
    </Panel>
  );
}

type ButtonsProps = { group: GroupDetails; onOpen: (dialog: 'add' | 'sort') => void };

function Buttons({ group: { personGroup }, onOpen }: ButtonsProps) {
  const { t } = useTranslation('contacts');
  const { can } = useViewer();
  const count = personGroup.totalCount;
  return (
    <>
      {can('sort_contacts_in_group') && count > 1 && count <= limits.peoplePerList && (
        <Button variant="default" leftSection={<Icon name="drag" />} onClick={() => onOpen('sort')}>
          {t('sort.members')}
        </Button>
      )}
      {(can('add_contact_to_group') || can('create_contact_in_group')) && (
        <Button leftSection={<Icon name="plus" />} onClick={() => onOpen('add')}>
          {t('group.addPerson')}
        </Button>
      )}
    </>
  );
}
