import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MonitorState } from '#shared/monitor.ts';
import { onStreamState, openEvents } from '#web/lib/stream.ts';

const SILENT_AFTER = 30_000;

/** The current state of a monitor. */
export type Monitored = {
  /** Undefined until the first update. */
  state: MonitorState | undefined;
  /** The last contact, by this device's clock; null while connected. */
  lostAt: number | null;
  /** Milliseconds by which the server's clock is ahead. */
  ahead: number;
  /** The link is invalid, or its event is over. */
  isOver: boolean;
};

const byLink: Parameters<typeof openEvents>[0] = {
  path: '/api/monitor',
  headers: () => ({}),
  isFinal: (_status, told) => told?.message === 'error_not_found',
};
let streams = 0;

/** Follows an event by a link; survives outages. */
export function useMonitor(event: number, token: string): Monitored {
  const { language } = useTranslation().i18n;
  const [state, setState] = useState<MonitorState>();
  const [ahead, setAhead] = useState(0);
  const [lostAt, setLostAt] = useState<number | null>(null);
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const key = --streams; // the keys of subscriptions are positive
    let heard = Date.now();
    let isConnected = false;
    const alive = () => {
      heard = Date.now();
      if (isConnected) setLostAt(null);
    };
    const close = openEvents<MonitorState>(byLink, { event, token, language }, key, {
      next: (told) => {
        setState(told);
        setAhead(Date.parse(told.at) - Date.now());
      },
      complete: () => {
        setState(undefined);
        setIsOver(true);
      },
      alive,
    });
    const stop = onStreamState(key, (connected) => {
      isConnected = connected;
      if (connected) alive();
      else setLostAt(heard);
    });
    // a cut connection sends no signal
    const looking = setInterval(() => {
      if (Date.now() - heard > SILENT_AFTER) setLostAt(heard);
    }, SILENT_AFTER / 6);
    return () => {
      clearInterval(looking);
      stop();
      close();
    };
  }, [event, token, language]);
  return { state, lostAt, ahead, isOver };
}
