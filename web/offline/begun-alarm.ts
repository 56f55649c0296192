import { useEffect, useEffectEvent, useState } from 'react';
import { drop, keep, kept } from '#web/lib/kept/store.ts';
import { ownerNow } from '#web/lib/session.ts';

/** What is written of an alarm before it is noted. */
export interface BegunAlarm {
  typeId: string;
  place: string;
  description: string;
  isExercise: boolean;
}

const NAME = 'begun-alarm';
// older than that it is another situation
const DAY = 86_400_000;
const nothing: BegunAlarm = { typeId: '', place: '', description: '', isExercise: false };

// what was written last is also what is kept last
let latest: BegunAlarm | undefined;
let turn: Promise<unknown> = Promise.resolve();

function store(begun: BegunAlarm | undefined): void {
  latest = begun;
  turn = turn.then(async () => {
    if (latest !== begun) return;
    const owner = ownerNow();
    if (!begun) await drop(NAME);
    else if (owner) await keep(owner, NAME, begun);
  });
}

/** What was begun of an alarm, until it is noted; it stays, sealed on this device, when its form goes, and nothing is sent of it. */
export function useBegunAlarm(): {
  begun: BegunAlarm;
  change: (part: Partial<BegunAlarm>) => void;
  forget: () => void;
} {
  const [begun, setBegun] = useState(latest ?? nothing);
  const take = useEffectEvent((found: BegunAlarm) => {
    if (begun === nothing) setBegun(found);
  });
  useEffect(() => {
    const owner = ownerNow();
    if (!latest && owner) void kept<BegunAlarm>(owner, NAME, DAY).then((found) => found && take(found.value));
  }, []);
  const change = (part: Partial<BegunAlarm>) => {
    const now = { ...begun, ...part };
    setBegun(now);
    store(now);
  };
  const forget = () => {
    setBegun(nothing);
    store(undefined);
  };
  return { begun, change, forget };
}
