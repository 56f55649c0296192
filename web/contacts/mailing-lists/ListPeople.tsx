import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { ActionMenu } from '#web/contacts/ActionMenu.tsx';
import classes from '#web/contacts/contacts.module.css';
import { PersonItem } from '#web/contacts/people/PersonItem.tsx';
import { personName } from '#web/contacts/people/person-name.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { ListDetails } from './queries.ts';
import { useRemoveFromList } from './useRemoveFromList.tsx';

type Props = { list: ListDetails; loading: boolean; onMore: () => void };

/** The people directly on a mailing list. */
export function ListPeople({ list, loading, onMore }: Props) {
  const { t } = useTranslation('contacts');
  const { can } = useViewer();
  const remove = useRemoveFromList(list);
  const { edges, totalCount } = list.listPerson;
  const isEditable = list.isActive && can('remove_contact_from_mailing_list');
  return (
    <Panel title={t('list.people')}>
      <ul className={classes['lines']}>
        {edges.map(({ node }) => {
          const name = personName(node);
          const run = () => void remove('people', { id: node.id, name, isCrisis: node.isCrisis });
          return (
            <PersonItem
              key={node.id}
              person={node}
              actions={
                isEditable && (
                  <ActionMenu
                    label={t('actionsFor', { name })}
                    actions={[{ label: t('list.remove'), icon: 'minus', danger: true, run }]}
                  />
                )
              }
            />
          );
        })}
      </ul>
      <LoadMore shown={edges.length} total={totalCount} most={limits.peoplePerList} loading={loading} onMore={onMore} />
    </Panel>
  );
}
