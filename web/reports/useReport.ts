import type { QueryState } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { useLiveData } from '#web/lib/live-data.ts';
import { useHiddenEvery } from '#web/reports/goal/alerts.ts';
import { ReportChanged, type ReportDetails, ReportQuery } from './queries.ts';

type Followed = {
  state: QueryState<ResultOf<typeof ReportQuery>>;
  version: number;
  /** Something was changed here: tells what the report is now, as far as that could be had. */
  changed: () => Promise<ReportDetails | undefined>;
};

/** A report that stays up to date; `version` grows after changes, so that its lists can follow. */
export function useReport(id: string): Followed {
  const dataOf = ({ reportChanged }: ResultOf<typeof ReportChanged>) => ({ report: reportChanged });
  const { state, version, refetch } = useLiveData(ReportQuery, ReportChanged, { id }, dataOf, useHiddenEvery());
  const changed = async () => (await refetch())?.report ?? undefined;
  return { state, version, changed };
}
