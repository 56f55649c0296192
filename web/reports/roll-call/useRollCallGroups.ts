import { useEffect, useRef, useState } from 'react';
import { useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { RollCallGroupsQuery } from './queries.ts';

const pageLength = 50;

/** A group with its figures in a roll call. */
export type RollCallGroupRow = NonNullable<ResultOf<typeof RollCallGroupsQuery>['report']>['rollCallGroups'][number];

/** The groups of a roll call, of which a part is loaded. */
export interface RollCallGroupList {
  groups: readonly RollCallGroupRow[];
  total: number;
  search: string;
  onSearch: (search: string) => void;
  onMore: () => void;
  loading: boolean;
}

/** Loads a roll call by group, again after changes. */
export function useRollCallGroups(report: string, version: number): RollCallGroupList {
  const [search, setSearch] = useState('');
  const [first, setFirst] = useState(pageLength);
  const variables = { id: report, first, search };
  const { data, refetch, refreshing } = useData(RollCallGroupsQuery, variables, { keepPrevious: true });
  const shownVersion = useRef(version);
  useEffect(() => {
    // a running request comes first, as for the people
    if (version === shownVersion.current || refreshing) return;
    shownVersion.current = version;
    refetch();
  }, [version, refreshing, refetch]);
  return {
    groups: data?.report?.rollCallGroups ?? [],
    total: data?.report?.rollCallGroupCount ?? 0,
    search,
    onSearch: (text) => {
      setSearch(text);
      setFirst(pageLength);
    },
    onMore: () => setFirst((count) => count + 2 * pageLength),
    loading: refreshing,
  };
}
