import { useRef, useState } from 'react';
import { useClient } from 'urql';
import { PreflightQuery } from './queries.ts';

/** Whether the figures of the last question are asked for, are new, or could not be had. */
export type LastCheck = 'checking' | 'checked' | 'failed';

const PATIENCE = 400;
const LONGEST = 3000;

/**
 * Asks once more whom a report reaches before somebody is asked whether it shall go: lists, duties and absences change while a
 * draft lies. The question opens with what was answered, or waits for it in sight; not at all when something is in the way now.
 */
export function useLastCheck(report: string) {
  const client = useClient();
  const [state, setState] = useState<LastCheck>();
  const turn = useRef(0);
  const open = async () => {
    if (state) return;
    turn.current += 1;
    const mine = turn.current;
    const show = (now: LastCheck | undefined) => {
      if (turn.current === mine) setState(now);
    };
    const slow = setTimeout(() => show('checking'), PATIENCE);
    const asked = client.query(PreflightQuery, { report }, { requestPolicy: 'network-only' }).toPromise();
    const answer = await Promise.race([
      asked,
      new Promise<null>((resolve) => setTimeout(() => resolve(null), LONGEST)),
    ]);
    clearTimeout(slow);
    if (!answer?.data || answer.error) return show('failed');
    show(answer.data.preflightReport.blockers.length > 0 ? undefined : 'checked');
  };
  const close = () => {
    turn.current += 1;
    setState(undefined);
  };
  return { state, open, close };
}
