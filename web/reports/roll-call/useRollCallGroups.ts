import { useEffect, useRef } from 'react';
import { useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { RollCallGroupsQuery } from './queries.ts';

/** A group with its figures in a roll call. */
export type RollCallGroupRow = NonNullable<ResultOf<typeof RollCallGroupsQuery>['report']>['rollCallGroups'][number];

/** Loads a roll call by group, again after changes. */
export function useRollCallGroups(report: string, version: number): readonly RollCallGroupRow[] {
  const { data, refetch, refreshing } = useData(RollCallGroupsQuery, { id: report });
  const seen = useRef(version);
  useEffect(() => {
    // a running request comes first, as for the people
    if (version === seen.current || refreshing) return;
    seen.current = version;
    refetch();
  }, [version, refreshing, refetch]);
  return data?.report?.rollCallGroups ?? [];
}
