import { useInterval } from '@mantine/hooks';
import { useEffect } from 'react';
import type { UploadLineRow } from './queries.ts';

const ASK_EVERY = 1000;

/** Whether the server works on an upload. */
export const isUnderWay = (upload: Pick<UploadLineRow, 'status'> | null | undefined): boolean =>
  ['checking', 'running', 'undoing'].includes(upload?.status ?? '');

/** Asks again every second while something is under way. */
export function useFollowed(isActive: boolean, ask: () => void): void {
  const { start, stop } = useInterval(ask, ASK_EVERY);
  useEffect(() => {
    if (isActive) start();
    return stop;
  }, [isActive, start, stop]);
}
