import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gql, type TypedDocumentNode } from 'urql';
import { targetOf } from '#shared/administration/target.ts';
import { useData } from '#web/lib/data.ts';

export type SelectableRow = { id: string; name: string; isActive?: boolean };

type Answer = { list: { edges: { node: SelectableRow }[] } };

/** Returns the query of selectable rows; only active ones if the entity has inactive ones. */
function documentOf(to: string): TypedDocumentNode<Answer, { search: string | null }> {
  const { plural, search, hasActivity } = targetOf(to);
  const active = hasActivity ? ', isActive: true' : '';
  return gql`query ${to}Choices($search: String) {
    list: ${plural}(first: 50, ${search}: $search${active}) { edges { node { id name } } }
  }`;
}

const documents = new Map<string, ReturnType<typeof documentOf>>();

/** Returns the options of a select: search results, and always the selected rows. */
export function useChoices(to: string, chosen: readonly SelectableRow[]) {
  const { t } = useTranslation('fields');
  const [typed, setTyped] = useState('');
  const [known, setKnown] = useState<SelectableRow[]>([]);
  const nameOf = ({ name, isActive }: SelectableRow) => (isActive === false ? t('reference.inactive', { name }) : name);
  // the select displays the selected name in its input; that is no search
  const isName = [...chosen, ...known].some((choice) => nameOf(choice) === typed);
  const [search] = useDebouncedValue(isName ? '' : typed.trim(), 300);
  const document = documents.get(to) ?? documentOf(to);
  documents.set(to, document);
  const state = useData(document, { search: search || null }, { keepPrevious: true });
  const found = state.data?.list.edges.map(({ node }) => node) ?? [];
  const all = new Map([...found, ...known, ...chosen].map((choice) => [choice.id, choice]));
  return {
    /** Remembers selected rows, because a later search may not find them. */
    remember: (ids: readonly string[]) => setKnown([...all.values()].filter(({ id }) => ids.includes(id))),
    data: [...all.values()].map((choice) => ({ value: choice.id, label: nameOf(choice) })),
    search: { searchValue: typed, onSearchChange: setTyped, searchable: true },
    nothingFound: t(state.loading ? 'reference.loading' : 'reference.none'),
    placeholder: t('reference.placeholder'),
  };
}
