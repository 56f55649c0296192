import { setImmediate as turn } from 'node:timers/promises';
import type { App, Viewer } from '#server/platform/context.ts';
import type { Live } from '#server/platform/live/live.ts';

const holdsFor = 1000;
const most = 10_000;

interface Checked {
  viewer: Viewer;
  until: number;
}

export interface CheckedSessions {
  /** Returns the viewer, unless a change may affect them, or notifications fail. */
  find(authorization: string): Promise<Viewer | undefined>;
  /** Starts a verification; the returned function stores it unless a change arrived. */
  begin(): (authorization: string, viewer: Viewer) => void;
  forget(): void;
}

const made = new WeakMap<Live, CheckedSessions>();

export function checkedSessions({ live }: Pick<App, 'live'>): CheckedSessions {
  const found = made.get(live) ?? startChecked(live);
  made.set(live, found);
  return found;
}

function startChecked(live: Live): CheckedSessions {
  const known = new Map<string, Checked>();
  let age = 0;
  let connection: number | null = null;
  const forget = () => {
    age++;
    known.clear();
  };
  const isHearing = () => {
    const now = live.hearing();
    if (now !== connection) forget(); // notifications during a disconnection are lost
    connection = now;
    return now !== null;
  };
  live.watch('access', forget);
  live.watch('system', forget);
  return {
    async find(authorization) {
      if (!known.has(authorization)) return undefined;
      await turn(); // process all notifications received so far first
      const checked = isHearing() ? known.get(authorization) : undefined;
      return checked && checked.until > Date.now() ? checked.viewer : undefined;
    },
    begin() {
      const begun = isHearing() ? age : null;
      const until = Date.now() + holdsFor;
      return (authorization, viewer) => {
        if (!isHearing() || begun !== age) return;
        if (known.size >= most) known.clear();
        known.set(authorization, { viewer, until: Math.min(until, viewer.sessionEndsAt?.getTime() ?? until) });
      };
    },
    forget,
  };
}
