import type { QueryState } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { useLiveData } from '#web/lib/live-data.ts';
import { useHiddenEvery } from '#web/reports/goal/alerts.ts';
import { ReportChanged, ReportQuery } from './queries.ts';

type Followed = { state: QueryState<ResultOf<typeof ReportQuery>>; version: number; changed: () => void };

/** Loads a report and follows it. `version` increases after changes. */
export function useReport(id: string): Followed {
  const dataOf = ({ reportChanged }: ResultOf<typeof ReportChanged>) => ({ report: reportChanged });
  const { state, version } = useLiveData(ReportQuery, ReportChanged, { id }, dataOf, useHiddenEvery());
  return { state, version, changed: state.refetch };
}
