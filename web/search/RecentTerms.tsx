import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { optionId } from './option-id.ts';
import { ClearSearchHistoryMutation } from './queries.ts';
import { SearchNote } from './SearchNote.tsx';
import classes from './search.module.css';

type Props = { listId: string; active: number; onChoose: (term: string) => void };

/** The user's recent search terms, with a button to clear them. */
export function RecentTerms({ listId, active, onChoose }: Props) {
  const { t } = useTranslation('search');
  const { user, refetch } = useViewer();
  const [{ fetching }, clear] = useMutation(ClearSearchHistoryMutation);
  if (user.searchHistory.length === 0) return <SearchNote>{t('hint')}</SearchNote>;
  return (
    <>
      <div id={`${listId}-recent`} className={classes['kind']}>
        {t('recent')}
      </div>
      <div role="listbox" id={listId} aria-labelledby={`${listId}-recent`}>
        {user.searchHistory.map((term, at) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus and names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box handles the keys
          <div
            key={term}
            role="option"
            id={optionId(listId, at)}
            aria-selected={at === active}
            className={classes['option']}
            onClick={() => onChoose(term)}
          >
            <Icon name="clock" size={20} />
            <span className={classes['text']}>{term}</span>
          </div>
        ))}
      </div>
      <Button
        variant="subtle"
        color="gray"
        fullWidth
        justify="flex-start"
        px="sm"
        leftSection={<Icon name="trash" size={20} />}
        loading={fetching}
        onClick={() => void clear({}).then(refetch)}
      >
        {t('clear')}
      </Button>
    </>
  );
}
