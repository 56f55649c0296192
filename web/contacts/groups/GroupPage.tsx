import { Group as Row, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { limits } from '#shared/limits.ts';
import { ContactNotFound } from '#web/contacts/ContactNotFound.tsx';
import classes from '#web/contacts/contacts.module.css';
import { RosterPanel } from '#web/contacts/roster/RosterPanel.tsx';
import { useData } from '#web/lib/data.ts';
import { Page } from '#web/ui/Page.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { GroupActions } from './GroupActions.tsx';
import { GroupCard } from './GroupCard.tsx';
import { Members } from './Members.tsx';
import { type GroupDetails, GroupQuery } from './queries.ts';

/** A group's page: people in call order and subgroups. */
export function GroupPage() {
  const { groupId = '' } = useParams();
  const [members, setMembers] = useState(100);
  const state = useData(GroupQuery, { id: groupId, members }, { keepPrevious: true });
  return (
    <QueryView state={state}>
      {({ group }) =>
        group ? (
          <Shown
            group={group}
            loading={state.refreshing}
            onMore={() => setMembers(Math.min(limits.peoplePerList, members + 300))}
          />
        ) : (
          <ContactNotFound kind="group" />
        )
      }
    </QueryView>
  );
}

type ShownProps = { group: GroupDetails; loading: boolean; onMore: () => void };

function Shown({ group, loading, onMore }: ShownProps) {
  const { t } = useTranslation('contacts');
  const above = group.breadcrumb.map(({ _id, name }) => ({ label: name, to: `/group/${_id}` }));
  return (
    <Page
      title={group.name}
      subtitle={<Summary group={group} />}
      actions={<GroupActions group={group} />}
      breadcrumb={[{ label: t('title'), to: '/groups' }, ...above]}
    >
      <Stack gap="lg">
        <Members group={group} loading={loading} onMore={onMore} />
        <RosterPanel key={group.id} id={group.id} />
        {group.below.edges.length > 0 && (
          <section>
            <Title order={2} mb="sm">
              {t('group.below')}
            </Title>
            <div className={classes['cards']}>
              {group.below.edges.map(({ node }) => (
                <GroupCard key={node.id} group={node} />
              ))}
            </div>
          </section>
        )}
        {group.listGroup.edges.length > 0 && (
          <Panel title={t('group.onLists')}>
            <Lists group={group} />
          </Panel>
        )}
      </Stack>
    </Page>
  );
}

function Summary({ group }: { group: GroupDetails }) {
  const { t } = useTranslation('contacts');
  const distinct = group.listPerson.totalCount;
  return (
    <Stack gap="xs">
      {group.description && <span>{group.description}</span>}
      <Row gap="xs">
        {group.groupType && <StatusBadge tone="neutral">{group.groupType.name}</StatusBadge>}
        {!group.isActive && <StatusBadge tone="neutral">{t('inactive')}</StatusBadge>}
        <Text component="span" c="gray.6">
          {t('group.people', { count: group.personTotal })}
          {distinct !== group.personTotal && ` (${t('group.distinct', { count: distinct })})`}
        </Text>
      </Row>
    </Stack>
  );
}

function Lists({ group }: { group: GroupDetails }) {
  const { t } = useTranslation('contacts');
  return (
    <ul className={classes['lines']}>
      {group.listGroup.edges.map(({ node: { _id, mailingList, stopLimit, onDuty } }) => (
        <li key={_id} className={classes['line']}>
          <Link to={`/mailinglist/${mailingList._id}`} className={classes['lineName']}>
            {mailingList.name}
          </Link>
          <span className={classes['limit']}>
            {[
              ...(onDuty ? [t('list.onDuty')] : []),
              ...(stopLimit !== null ? [t('list.limit', { count: stopLimit })] : []),
            ].join(', ') || t('list.everyone')}
          </span>
        </li>
      ))}
    </ul>
  );
}
