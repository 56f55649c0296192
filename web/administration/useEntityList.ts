import { useSearchParams } from 'react-router';
import type { Entity } from '#shared/administration/entity.ts';
import { limits } from '#shared/limits.ts';
import { useData } from '#web/lib/data.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { documentsOf, filtersOf, type Order } from './documents.ts';

/** Values of the activity filter in the address. */
export const activity: Record<string, boolean | null> = { active: true, inactive: false, all: null };

/** Parses the order in the address: a field, descending after a minus; empty for the default. */
export const orderOf = (sort: string): Order[] =>
  sort ? [{ field: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'DESC' : 'ASC' }] : [];

/** Loads a list by the address: activity, words, references, order, length. */
export function useEntityList(entity: Entity) {
  const [parameters] = useSearchParams();
  const [filter, setFilter] = useUrlState('filter', 'active');
  const [search, setSearch] = useUrlState('search');
  const [sort, setSort] = useUrlState('sort');
  const [pages, setPages] = useUrlState('pages', '1');
  const page = Math.max(1, Number(pages) || 1);
  const known = sort.replace(/^-/, '') in entity.fields;
  const hasActivity = entity.fields['isActive'] !== undefined;
  const asked = {
    search: search || null,
    order: known ? orderOf(sort) : [],
    ...(hasActivity ? { isActive: activity[filter] ?? null } : {}),
    ...Object.fromEntries(filtersOf(entity).map(({ name }) => [name, parameters.get(name)])),
  };
  const first = Math.min(limits.maximumPage, limits.defaultPage * page);
  const state = useData(documentsOf(entity).list, { ...asked, first }, { keepPrevious: true });
  return {
    state,
    asked,
    hasActivity,
    filter: { value: filter, set: setFilter },
    search: { value: search, set: setSearch },
    sort: { value: known ? sort : '', set: setSort },
    more: () => setPages(String(page + 1)),
  };
}

/** A list loaded by the address. */
export type EntityListState = ReturnType<typeof useEntityList>;
