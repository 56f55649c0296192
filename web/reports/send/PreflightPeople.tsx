import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownPaths } from '#web/lib/paths.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import classes from './PreflightResult.module.css';
import type { Preflight } from './queries.ts';

const PAGE = 50;

/** In the order in which they are asked. */
export function PreflightPeople({ people, total }: { people: Preflight['people']; total: number }) {
  const { t } = useTranslation('drafts');
  const [shown, setShown] = useState(PAGE);
  const ordered = people.toSorted((a, b) => Number(a.later) - Number(b.later));
  return (
    <>
      <ul className={classes['people']}>
        {ordered.slice(0, shown).map(({ person, channels, later, priority, via }) => (
          <li key={person.id}>
            <span>{fullName(person)}</span>
            {priority && (
              <StatusBadge tone="active" icon="star">
                {t('preflight.priority')}
              </StatusBadge>
            )}
            {later && (
              <StatusBadge tone="neutral" icon="pause">
                {t('preflight.onlyLater')}
              </StatusBadge>
            )}
            <Text c="gray.6" fz="sm" component="span">
              {channels.map(({ name }) => name).join(', ')}
              {via.length > 0 && ` · ${shownPaths(via)}`}
            </Text>
          </li>
        ))}
      </ul>
      <LoadMore
        shown={Math.min(shown, people.length)}
        total={total}
        most={people.length}
        onMore={() => setShown(shown + PAGE)}
      />
    </>
  );
}
