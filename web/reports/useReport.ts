import { useState } from 'react';
import { type QueryState, useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { useLive } from '#web/lib/live.ts';
import { ReportChanged, ReportQuery } from './queries.ts';

type Followed = { state: QueryState<ResultOf<typeof ReportQuery>>; version: number; changed: () => void };

/** A report that stays up to date; `version` grows with every change, so that its lists can follow. */
export function useReport(id: string): Followed {
  const state = useData(ReportQuery, { id });
  const [version, setVersion] = useState(0);
  const changed = () => {
    state.refetch();
    setVersion((before) => before + 1);
  };
  useLive(ReportChanged, { id }, changed);
  return { state, version, changed };
}
