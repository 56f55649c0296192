import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Highlighted } from '#web/ui/Highlighted.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { findKinds, kindIcons } from './finds.ts';
import { optionId } from './option-id.ts';
import { RecentTerms } from './RecentTerms.tsx';
import { SearchNote } from './SearchNote.tsx';
import classes from './search.module.css';
import type { Search } from './useSearch.ts';

type Props = {
  listId: string;
  search: Search;
  active: number;
  onChooseTerm: (term: string) => void;
  onChosen: () => void;
};

/** Recent terms, finds by kind, or a note. */
export function SearchResults({ listId, search, active, onChooseTerm, onChosen }: Props) {
  const { t } = useTranslation('search');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the box keeps the focus during a press below it
    <div className={classes['results']} onMouseDown={(event) => event.preventDefault()}>
      {!search.term ? (
        <RecentTerms listId={listId} active={active} onChoose={onChooseTerm} />
      ) : search.hasFailed ? (
        <SearchNote>{t('failed')}</SearchNote>
      ) : !search.finds ? (
        <SearchNote>{t('searching')}</SearchNote>
      ) : search.finds.length > 0 ? (
        <Finds listId={listId} search={search} active={active} onChosen={onChosen} />
      ) : (
        <SearchNote title={t('nothing', { search: search.term })}>{t('nothingText')}</SearchNote>
      )}
    </div>
  );
}

function Finds({ listId, search, active, onChosen }: Omit<Props, 'onChooseTerm'>) {
  const { t } = useTranslation('search');
  const finds = (search.finds ?? []).map((find, at) => ({ ...find, at }));
  return (
    <>
      {search.similar.length > 0 && (
        <Text className={classes['similar']}>{t('similar', { words: search.similar.join(', ') })}</Text>
      )}
      <div role="listbox" id={listId} aria-label={t('results')} aria-busy={!search.isCurrent}>
        {findKinds.map((kind) => {
          const some = finds.filter((find) => find.kind === kind);
          if (some.length === 0) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset doesn't fit in a list of options
            <div key={kind} role="group" aria-labelledby={`${listId}-${kind}`}>
              <div id={`${listId}-${kind}`} role="presentation" className={classes['kind']}>
                {t(`kind.${kind}`)}
              </div>
              {some.map(({ to, name, note, at }) => (
                <Link
                  key={to}
                  to={to}
                  role="option"
                  id={optionId(listId, at)}
                  aria-selected={at === active}
                  tabIndex={-1}
                  className={classes['option']}
                  ref={at === active ? show : null}
                  onClick={onChosen}
                >
                  <Icon name={kindIcons[kind]} size={20} />
                  <span className={classes['text']}>
                    <span className={classes['name']}>
                      <Highlighted text={name} term={search.marked} />
                    </span>
                    {note && (
                      <small>
                        <Highlighted text={note} term={search.marked} />
                      </small>
                    )}
                  </span>
                </Link>
              ))}
            </div>
          );
        })}
      </div>
    </>
  );
}

/** Scrolls the option of the keyboard into view. */
const show = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' });
