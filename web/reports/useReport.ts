import { useThrottledCallback } from '@mantine/hooks';
import { useState } from 'react';
import { type QueryState, useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { useLive } from '#web/lib/live.ts';
import { ReportChanged, ReportQuery } from './queries.ts';

const AT_MOST_EVERY = 1000;

type Followed = { state: QueryState<ResultOf<typeof ReportQuery>>; version: number; changed: () => void };

/** A report that stays up to date; `version` grows with every change, so that its lists can follow. */
export function useReport(id: string): Followed {
  const state = useData(ReportQuery, { id });
  const [version, setVersion] = useState(0);
  // thousands of deliveries may report; once a second is as fast as anyone reads
  const changed = useThrottledCallback(() => {
    state.refetch();
    setVersion((before) => before + 1);
  }, AT_MOST_EVERY);
  useLive(ReportChanged, { id }, changed);
  return { state, version, changed };
}
