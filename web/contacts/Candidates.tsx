import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { CandidatePartNote } from './CandidatePartNote.tsx';
import classes from './Candidates.module.css';
import { type CandidateKind, useCandidates } from './useCandidates.ts';

type Row = { id: string; name: string };

type Props = {
  kind: CandidateKind;
  /** The label of the search, and the texts for no match and no entries. */
  words: Record<'search' | 'notFound' | 'none', string>;
  /** The delay of the search, in milliseconds. */
  delay?: number;
  isPicked: (id: string) => boolean;
  onToggle: (row: Row) => void;
  /** Displayed but not selectable, with the reason. */
  present?: { ids: ReadonlySet<string>; why: string };
  /** Focuses the search when the dialog opens. */
  first?: boolean;
};

/** A searchable selection of people, groups or lists. */
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
      <CandidatePartNote part={state.part} />
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
