import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Announcement } from '#web/ui/states.tsx';
import { optionId } from './option-id.ts';
import { SearchResults } from './SearchResults.tsx';
import classes from './search.module.css';
import { useSearch } from './useSearch.ts';

type Props = {
  /** In the bar, results open below the box. In the panel, they are always visible. */
  place: 'bar' | 'panel';
  inputRef?: Ref<HTMLInputElement>;
  /** Called after a choice. */
  onLeave?: () => void;
};

/** One search box for people, groups, mailing lists, events and actions. While empty, it offers recent terms. */
export function SearchCombobox({ place, inputRef, onLeave }: Props) {
  const { t } = useTranslation('search');
  const { t: common } = useTranslation();
  const { user, refetch } = useViewer();
  const navigate = useNavigate();
  const listId = useId();
  const search = useSearch();
  const [isOpen, setOpen] = useState(place === 'panel');
  const [active, setActive] = useState(-1);
  const { term, finds } = search;
  const count = term ? (finds?.length ?? 0) : user.searchHistory.length;

  const type = (text: string) => {
    search.setTyped(text);
    setOpen(true);
    setActive(text.trim() ? 0 : -1);
  };
  const leave = () => {
    search.remember();
    search.setTyped('');
    setOpen(place === 'panel');
    onLeave?.();
  };
  const choose = (at: number) => {
    if (!term) return type(user.searchHistory[at]!);
    void navigate(finds![at]!.to);
    leave();
  };
  // clears the words of the previous page, unless the user is typing
  const box = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const clear = useEffectEvent(() => {
    if (!box.current!.contains(document.activeElement)) search.setTyped('');
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each page change
  useEffect(() => clear(), [pathname]);
  const isReady = (at: number) => search.isCurrent || finds?.[at]?.kind === 'actions';
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing) return;
    if (step) {
      event.preventDefault();
      setOpen(true);
      if (isOpen && count) setActive(active < 0 && step < 0 ? count - 1 : (active + step + count) % count);
    } else if (event.key === 'Enter' && isOpen && active >= 0 && active < count && (!term || isReady(active))) {
      choose(active);
    } else if (event.key === 'Escape' && place === 'bar') {
      if (isOpen) setOpen(false);
      else search.setTyped('');
    }
  };
  const isExpanded = isOpen && count > 0;
  return (
    <search
      ref={box}
      className={classes['box']}
      data-place={place}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (place === 'bar' && !currentTarget.contains(relatedTarget)) setOpen(false);
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
        onFocus={() => {
          refetch();
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {isOpen && <SearchResults listId={listId} search={search} active={active} onChooseTerm={type} onChosen={leave} />}
      <Announcement>{isOpen && finds && search.isCurrent ? t('found', { count: finds.length }) : ''}</Announcement>
    </search>
  );
}
