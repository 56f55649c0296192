import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { type Ref, Suspense, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import { lazyWithFallback, usePrefetch } from '#web/ui/lazy-with-fallback.tsx';
import { Announcement } from '#web/ui/states.tsx';
import { optionId } from './option-id.ts';
import classes from './search.module.css';
import { useSearch } from './useSearch.ts';
import { useSearchKeys } from './useSearchKeys.ts';

const load = async () => (await import('./SearchResults.tsx')).SearchResults;
const SearchResults = lazyWithFallback(load, NoResults);

// without a connection, Enter still opens the first entry
function NoResults() {
  return null;
}

type Props = {
  /** In the bar, results open below the box. In the panel, they are always visible. */
  place: 'bar' | 'panel';
  inputRef?: Ref<HTMLInputElement>;
  /** Called after a choice. */
  onLeave?: () => void;
};

/** One search for people, groups, mailing lists, events and actions; while empty, recent terms. */
export function SearchCombobox({ place, inputRef, onLeave }: Props) {
  const { t } = useTranslation('search');
  const { t: common } = useTranslation();
  const listId = useId();
  const box = useRef<HTMLElement>(null);
  const search = useSearch();
  const { count, active, isOpen, type, leave, ...keys } = useSearchKeys({ place, box, search, onLeave });
  const isExpanded = isOpen && count > 0;
  usePrefetch(load);
  return (
    <search
      ref={box}
      className={classes['box']}
      data-place={place}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) keys.close();
      }}
    >
      <TextInput
        ref={inputRef}
        role="combobox"
        aria-label={t('label')}
        aria-autocomplete="list"
        aria-expanded={isExpanded}
        aria-controls={isExpanded ? listId : undefined}
        aria-activedescendant={isExpanded && active >= 0 && active < count ? optionId(listId, active) : undefined}
        aria-keyshortcuts={place === 'bar' ? '/ Control+K Meta+K' : undefined}
        autoComplete="off"
        enterKeyHint="search"
        placeholder={t('placeholder')}
        data-autofocus={place === 'panel' || undefined}
        value={search.typed}
        leftSection={<Icon name="search" size={20} />}
        rightSection={
          search.typed ? (
            <CloseButton
              aria-label={common('clearSearch')}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => type('')}
            />
          ) : (
            place === 'bar' && <Kbd aria-hidden>/</Kbd>
          )
        }
        onFocus={keys.open}
        onClick={keys.show}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={keys.onKeyDown}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <SearchResults listId={listId} search={search} active={active} onChooseTerm={type} onChosen={leave} />
        </Suspense>
      )}
      <Announcement>
        {isOpen && search.finds && search.isCurrent ? t('found', { count: search.finds.length }) : ''}
      </Announcement>
    </search>
  );
}
