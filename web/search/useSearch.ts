import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { useData } from '#web/lib/data.ts';
import { formatDate } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { type Find, findsOf } from './finds.ts';
import { RememberSearchQuery, SearchAllQuery } from './queries.ts';
import { useActions } from './useActions.ts';

const EACH = 5;
const REST = 180;

/** Returns term and finds. `finds` is undefined until answered. */
export function useSearch() {
  const { t } = useTranslation('events');
  const { t: common } = useTranslation();
  const { timeZone } = useSystem();
  const client = useClient();
  const [typed, setTyped] = useState('');
  const term = typed.trim();
  const [asked] = useDebouncedValue(term, REST);
  const state = useData(SearchAllQuery, { search: asked, first: EACH }, { pause: asked === '', keepPrevious: true });
  const found = term ? state.data?.searchAll : undefined;
  const marked = [asked, ...(found?.similar ?? [])].join(' ');
  const wording = {
    date: (moment: string) => formatDate(moment, timeZone),
    state: (name: string) => t(`state.${name}`),
    mode: (mode: string) => common(`mode.${mode}.title`),
  };
  const actions = useActions(term);
  const rows = found && findsOf(found, marked, wording);
  // actions need no server response
  const finds: Find[] | undefined = rows || actions.length > 0 ? [...actions, ...(rows ?? [])] : undefined;
  return {
    typed,
    setTyped,
    term,
    /** The typed words and similar ones. */
    marked,
    finds,
    similar: found?.similar ?? [],
    /** The finds match the current words. */
    isCurrent: asked === term && !state.refreshing,
    hasFailed: term !== '' && state.error !== undefined,
    remember: () => void client.query(RememberSearchQuery, { search: term }).toPromise(),
  };
}

/** The state of one search box. */
export type Search = ReturnType<typeof useSearch>;
