import { useEffect, useEffectEvent, useState } from 'react';
import { drop, keep, kept, type Stored } from '#web/lib/offline-store/store.ts';
import { ownerNow } from '#web/lib/session.ts';

/** The parts of an alarm that is being noted. */
export interface BegunAlarm {
  typeId: string;
  place: string;
  description: string;
  /** When it was begun, in milliseconds since 1970. */
  since: number;
}

const NAME = 'begun-alarm';
// an older alarm concerns another situation
const LONGEST = 7_200_000;
const nothing: BegunAlarm = { typeId: '', place: '', description: '', since: 0 };

// the last change must also be stored last
let latest: Stored<BegunAlarm> | undefined;
let turn: Promise<unknown> = Promise.resolve();

function store(begun: BegunAlarm | undefined): void {
  const stored = begun && { value: begun, at: Date.now() };
  latest = stored;
  turn = turn.then(async () => {
    if (latest !== stored) return;
    const owner = ownerNow();
    if (!begun) await drop(NAME);
    else if (owner) await keep(owner, NAME, begun);
  });
}

/** Returns the last noted state, unless it is too old. */
function latestOfNow(): BegunAlarm | undefined {
  return latest && Date.now() - latest.at < LONGEST ? latest.value : undefined;
}

type Shown = {
  begun: BegunAlarm;
  /** Whether it was begun before the form opened. */
  isRestored: boolean;
  /** Whether it was changed since. */
  isTouched: boolean;
};

const untouched: Shown = { begun: nothing, isRestored: false, isTouched: false };

/** Returns the begun alarm until it is noted. It stays encrypted on this device when the form closes, and is never sent. */
export function useBegunAlarm(): Shown & { change: (part: Partial<BegunAlarm>) => void; forget: () => void } {
  const restored = (found: BegunAlarm | undefined): Shown =>
    found ? { begun: found, isRestored: true, isTouched: false } : untouched;
  const [shown, setShown] = useState(() => restored(latestOfNow()));
  const take = useEffectEvent((found: BegunAlarm) => {
    if (shown.begun === nothing) setShown(restored(found));
  });
  useEffect(() => {
    const owner = ownerNow();
    if (!latest && owner) void kept<BegunAlarm>(owner, NAME, LONGEST).then((found) => found && take(found.value));
  }, []);
  const change = (part: Partial<BegunAlarm>) => {
    const { begun, isRestored } = shown;
    const now = { ...begun, ...part, since: begun.since || Date.now() };
    setShown({ begun: now, isRestored, isTouched: true });
    store(now);
  };
  const forget = () => {
    setShown(untouched);
    store(undefined);
  };
  return { ...shown, change, forget };
}
