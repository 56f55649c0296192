import { useRef, useState } from 'react';
import { useClient } from 'urql';
import { type QueryState, useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { useLive } from '#web/lib/live.ts';
import { MessageChanged, MessageQuery, MessageStatusQuery } from './queries.ts';

/** Loads a message and follows it; `version` grows with changes. */
export function useMessage(id: string): {
  state: QueryState<ResultOf<typeof MessageQuery>>;
  version: number;
  changed: () => void;
} {
  const client = useClient();
  const state = useData(MessageQuery, { id });
  const [version, setVersion] = useState(0);
  const polled = useRef('');
  const changed = () => {
    state.refetch();
    setVersion((before) => before + 1);
  };
  // polls the status without a live connection
  const poll = async () => {
    const { data } = await client.query(MessageStatusQuery, { id }).toPromise();
    const status = JSON.stringify(data?.messageStatus);
    if (!data || status === polled.current) return;
    polled.current = status;
    changed();
  };
  useLive(MessageChanged, { id }, changed, { poll: () => void poll() });
  return { state, version, changed };
}
