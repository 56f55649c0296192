import { useInterval } from '@mantine/hooks';
import { useEffect } from 'react';
import type { UploadLineRow } from './queries.ts';

const ASK_EVERY = 1000;

/** Returns whether the server is working on an upload. */
export const isUnderWay = (upload: Pick<UploadLineRow, 'status'> | null | undefined): boolean =>
  ['checking', 'running', 'undoing'].includes(upload?.status ?? '');

/** Polls every second while active. */
export function useFollowed(isActive: boolean, ask: () => void): void {
  const { start, stop } = useInterval(ask, ASK_EVERY);
  useEffect(() => {
    if (isActive) start();
    return stop;
  }, [isActive, start, stop]);
}
