import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import classes from './Candidates.module.css';
import { type CandidateKind, useCandidates } from './useCandidates.ts';

type Row = { id: string; name: string };

type Props = {
  kind: CandidateKind;
  /** What the search is called, and what is said when nothing is found, or there is nothing. */
  words: Record<'search' | 'notFound' | 'none', string>;
  /** How long a search waits for the next letter. */
  delay?: number;
  isPicked: (id: string) => boolean;
  onToggle: (row: Row) => void;
  /** What is shown, but not to be picked, and why. */
  present?: { ids: ReadonlySet<string>; why: string };
  /** Whether the dialog begins with the search. */
  first?: boolean;
};

/** People, groups or lists to pick from, found by a few letters. */
export function Candidates({ kind, words, delay, isPicked, onToggle, present, first = false }: Props) {
  const { t } = useTranslation('contacts');
  const [search, setSearch] = useState('');
  const state = useCandidates(kind, search);
  return (
    <Stack gap="sm">
      <SearchInput
        value={search}
        onSearch={setSearch}
        label={words.search}
        first={first}
        {...(delay ? { delay } : {})}
      />
      <div className={classes['list']}>
        <QueryView state={state}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon="search" title={search ? words.notFound : words.none} />
            ) : (
              rows.map(({ id, name, hint, people }) => {
                const isPresent = present?.ids.has(id) ?? false;
                const size = people === undefined ? undefined : t('list.reaches', { count: people });
                const note = isPresent ? present?.why : hint;
                return (
                  <Checkbox
                    key={id}
                    size="md"
                    checked={isPresent || isPicked(id)}
                    disabled={isPresent}
                    onChange={() => onToggle({ id, name })}
                    label={name}
                    description={[note, size].filter(Boolean).join(' · ')}
                    classNames={{ body: classes['option'] ?? '', description: classes['hint'] ?? '' }}
                  />
                );
              })
            )
          }
        </QueryView>
      </div>
    </Stack>
  );
}
