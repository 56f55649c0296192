import { setImmediate as turn } from 'node:timers/promises';
import type { App, Viewer } from '#server/platform/context.ts';
import type { Live } from '#server/platform/live/live.ts';

const holdsFor = 1000;
const most = 10_000;

interface Checked {
  viewer: Viewer;
  until: number;
}

/** Who was found to be signed in within the last second, by their Authorization header. */
export interface CheckedSessions {
  /** The viewer, if nothing was heard since that may concern them and something would have been. */
  find(authorization: string): Promise<Viewer | undefined>;
  /** Begins a check; the returned function keeps what it found, unless something was heard meanwhile. */
  begin(): (authorization: string, viewer: Viewer) => void;
  /** Trusts nothing that was found before. */
  forget(): void;
}

const made = new WeakMap<Live, CheckedSessions>();

/** What is known of sessions in this process. */
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
    if (now !== connection) forget(); // what was told while nobody listened is not told again
    connection = now;
    return now !== null;
  };
  live.watch('access', forget);
  live.watch('system', forget);
  return {
    async find(authorization) {
      if (!known.has(authorization)) return undefined;
      await turn(); // what has come from the database by now is heard before
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
