import { Group as Row, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { limits } from '#shared/limits.ts';
import { ContactNotFound } from '#web/contacts/ContactNotFound.tsx';
import classes from '#web/contacts/contacts.module.css';
import { useData } from '#web/lib/data.ts';
import { Page } from '#web/ui/Page.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { ListActions } from './ListActions.tsx';
import { ListCard } from './ListCard.tsx';
import { ListGroups } from './ListGroups.tsx';
import { ListPeople } from './ListPeople.tsx';
import { ListTotals } from './ListTotals.tsx';
import { type ListDetails, MailingListQuery } from './queries.ts';
import { ReachPanel } from './ReachPanel.tsx';

/** A mailing list's page: groups with limits, people, sublists. */
export function MailingListPage() {
  const { listId = '' } = useParams();
  const [people, setPeople] = useState(100);
  const state = useData(MailingListQuery, { id: listId, people }, { keepPrevious: true });
  return (
    <QueryView state={state}>
      {({ mailingList: list }) =>
        list ? (
          <Shown
            list={list}
            loading={state.refreshing}
            onMore={() => setPeople(Math.min(limits.peoplePerList, people + 300))}
          />
        ) : (
          <ContactNotFound kind="list" />
        )
      }
    </QueryView>
  );
}

type ShownProps = { list: ListDetails; loading: boolean; onMore: () => void };

function Shown({ list, loading, onMore }: ShownProps) {
  const { t } = useTranslation('contacts');
  const { listGroup, listPerson, below } = list;
  const above = [list.parentList?.parentList, list.parentList].filter((parent) => !!parent);
  const isEmpty = listGroup.edges.length + listPerson.edges.length + below.edges.length === 0;
  return (
    <Page
      title={list.name}
      subtitle={<Summary list={list} />}
      actions={<ListActions list={list} />}
      breadcrumb={[
        { label: t('list.title'), to: '/mailinglists' },
        ...above.map(({ _id, name }) => ({ label: name, to: `/mailinglist/${_id}` })),
      ]}
    >
      <Stack gap="lg">
        {isEmpty && <EmptyState icon="list" title={t('list.empty')} text={t('list.emptyText')} />}
        {listGroup.edges.length > 0 && <ListGroups list={list} />}
        {listPerson.edges.length > 0 && <ListPeople list={list} loading={loading} onMore={onMore} />}
        {below.edges.length > 0 && (
          <section>
            <Title order={2} mb="sm">
              {t('list.below')}
            </Title>
            <div className={classes['cards']}>
              {below.edges.map(({ node }) => (
                <ListCard key={node.id} list={{ ...node, parentList: null }} />
              ))}
            </div>
          </section>
        )}
        {!isEmpty && <ReachPanel key={list.id} list={list.id} />}
      </Stack>
    </Page>
  );
}

function Summary({ list }: { list: ListDetails }) {
  const { t } = useTranslation('contacts');
  const calledBy = list.eventTypes.edges.map(({ node }) => node.name).join(', ');
  return (
    <Stack gap="xs">
      {list.description && <span>{list.description}</span>}
      <Row gap="xs">
        {list.listType && <StatusBadge tone="neutral">{list.listType.name}</StatusBadge>}
        {!list.isActive && <StatusBadge tone="neutral">{t('inactive')}</StatusBadge>}
        <ListTotals list={list} />
      </Row>
      {calledBy && (
        <span>
          {t('list.calledBy')}: {calledBy}
        </span>
      )}
    </Stack>
  );
}
