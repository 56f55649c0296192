import { UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { useData } from '#web/lib/data.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import classes from './ExercisePage.module.css';
import { ExercisePeopleQuery } from './queries.ts';

const PAGE = 50;
type Props = { chosen: string; all: string; onChoose: (person: string) => void; version: number };

/** The recipients with their numbers of unread messages; on top, all messages. */
export function ExercisePeople({ chosen, all, onChoose, version }: Props) {
  const { t } = useTranslation('exercise');
  const [search, setSearch] = useUrlState('search');
  const [first, setFirst] = useState(PAGE);
  const state = useData(ExercisePeopleQuery, { search: search || null, first }, { keepPrevious: true });
  const { refetch } = state;
  useEffect(() => {
    if (version > 0) refetch();
  }, [version, refetch]);
  return (
    <section className={classes['people']} aria-label={t('people')}>
      <SearchInput value={search} onSearch={setSearch} label={t('search')} />
      <QueryView state={state}>
        {({ exercisePeople }) => (
          <>
            <ul className={classes['names']}>
              <li>
                <UnstyledButton
                  className={classes['person']}
                  aria-current={chosen === all || undefined}
                  onClick={() => onChoose(all)}
                >
                  <Icon name="inbox" size={20} />
                  <span className={classes['name']}>{t('all')}</span>
                </UnstyledButton>
              </li>
              {exercisePeople.edges.map(({ node: { person, messages, unread } }) => (
                <li key={person.id}>
                  <UnstyledButton
                    className={classes['person']}
                    aria-current={chosen === String(person._id) || undefined}
                    onClick={() => onChoose(String(person._id))}
                  >
                    <Icon name="person" size={20} />
                    <span className={classes['name']} data-unread={unread > 0 || undefined}>
                      {fullName(person)}
                    </span>
                    <span className={classes['counts']}>
                      {unread > 0 ? t('unread', { count: unread }) : t('messages', { count: messages })}
                    </span>
                  </UnstyledButton>
                </li>
              ))}
            </ul>
            {exercisePeople.totalCount === 0 && (
              <EmptyState
                icon="inbox"
                title={t(search ? 'nobody' : 'empty')}
                text={search ? undefined : t('emptyText')}
              />
            )}
            <LoadMore
              shown={exercisePeople.edges.length}
              total={exercisePeople.totalCount}
              loading={state.refreshing}
              onMore={() => setFirst(Math.min(limits.maximumPage, first + PAGE))}
            />
          </>
        )}
      </QueryView>
    </section>
  );
}
