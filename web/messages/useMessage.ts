import { useState } from 'react';
import { type QueryState, useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { useLive } from '#web/lib/live.ts';
import { MessageChanged, MessageQuery } from './queries.ts';

/** A message that stays up to date; `version` grows with every change, so that its lists can follow. */
export function useMessage(id: string): {
  state: QueryState<ResultOf<typeof MessageQuery>>;
  version: number;
  changed: () => void;
} {
  const state = useData(MessageQuery, { id });
  const [version, setVersion] = useState(0);
  const changed = () => {
    state.refetch();
    setVersion((before) => before + 1);
  };
  useLive(MessageChanged, { id }, changed);
  return { state, version, changed };
}
