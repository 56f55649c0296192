import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ActionMenu } from '#web/contacts/ActionMenu.tsx';
import classes from '#web/contacts/contacts.module.css';
import { useViewer } from '#web/lib/viewer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { LimitDialog } from './LimitDialog.tsx';
import { listFeature } from './list-rights.ts';
import type { ListDetails } from './queries.ts';
import { useRemoveFromList } from './useRemoveFromList.tsx';

/** The groups of a mailing list with their limits, editable with permission. */
export function ListGroups({ list }: { list: ListDetails }) {
  const { t } = useTranslation('contacts');
  const { can } = useViewer();
  const remove = useRemoveFromList(list);
  const [changed, setChanged] = useState<number>();
  const entry = list.listGroup.edges.find(({ node }) => node._id === changed)?.node;
  const isEditable = list.isActive && can(listFeature('edit', list));
  return (
    <Panel title={t('list.groups')}>
      <ul className={classes['lines']}>
        {list.listGroup.edges.map(({ node: { _id, group, stopLimit, waitMinutes, onDuty } }) => (
          <li key={_id} className={classes['line']}>
            <div className={classes['lineText']}>
              <Link to={`/group/${group._id}`} className={classes['lineName']}>
                {group.name}
              </Link>
              <span className={classes['lineNote']}>{t('group.people', { count: group.personTotal })}</span>
            </div>
            {onDuty && (
              <StatusBadge tone="active" icon="clock">
                {t('list.onDuty')}
              </StatusBadge>
            )}
            <span className={classes['limit']}>
              {stopLimit === null ? t('list.everyone') : t('list.limit', { count: stopLimit })}
              {stopLimit !== null && waitMinutes !== null && `, ${t('list.wait', { count: waitMinutes })}`}
            </span>
            {isEditable && (
              <div className={classes['lineActions']}>
                <ActionMenu
                  label={t('actionsFor', { name: group.name })}
                  actions={[
                    { label: t('limit.change'), icon: 'edit', run: () => setChanged(_id) },
                    {
                      label: t('list.remove'),
                      icon: 'minus',
                      danger: true,
                      run: () => void remove('groups', { id: group.id, name: group.name, isCrisis: group.hasCrisis }),
                    },
                  ]}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      {entry && <LimitDialog list={list} entry={entry} onClose={() => setChanged(undefined)} />}
    </Panel>
  );
}
