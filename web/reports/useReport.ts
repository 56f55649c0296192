import type { QueryState } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { useLiveData } from '#web/lib/live-data.ts';
import { ReportChanged, ReportQuery } from './queries.ts';

type Followed = { state: QueryState<ResultOf<typeof ReportQuery>>; version: number; changed: () => void };

/** A report that stays up to date; `version` grows after changes, so that its lists can follow. */
export function useReport(id: string): Followed {
  const { state, version } = useLiveData(ReportQuery, ReportChanged, { id }, (brought) => ({
    report: brought.reportChanged,
  }));
  return { state, version, changed: state.refetch };
}
