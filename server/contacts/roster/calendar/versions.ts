import { type CalendarEvent, propertyIn, propertyText } from './components.ts';
import { isCancelled, type TimedEvent } from './event.ts';
import { type Change, isSameEvent } from './series.ts';

/** Separates events from changes, without superseded ones. */
export function newestEvents(events: readonly CalendarEvent[], read: (event: CalendarEvent) => TimedEvent | null) {
  const [series, changes] = [[] as TimedEvent[], new Map<string, Change[]>()];
  for (const event of events) {
    const isChange = propertyIn(event, 'RECURRENCE-ID') !== undefined;
    const timed = isChange && isCancelled(event) && !propertyIn(event, 'DTSTART') ? null : read(event);
    if (!isChange) {
      if (timed) series.push(timed);
      continue;
    }
    if (!timed && !isCancelled(event)) continue;
    const uid = propertyText(event, 'UID').slice(0, 500);
    const some = changes.get(uid) ?? [];
    some.push({ event, timed, sequence: Number(propertyIn(event, 'SEQUENCE')?.value) || 0 });
    changes.set(uid, some);
  }
  const versions = Map.groupBy(series, ({ uid }) => uid);
  const older: CalendarEvent[] = [];
  const isNewest = (one: TimedEvent): boolean => {
    const others = one.uid ? versions.get(one.uid)! : [one];
    if (others.length === 1 || others.length > 100) return true;
    const newer = others.find((other) => replaces(other, one));
    // a cancellation is counted itself
    if (newer && !newer.isCancelled && !isSameEvent(newer.event, one.event)) older.push(one.event);
    return !newer;
  };
  return { series: series.filter(isNewest), changes, older };
}

const modifiedAt = ({ event }: TimedEvent): string => propertyIn(event, 'LAST-MODIFIED')?.value.trim() ?? '';

/** Whether an event is a newer version of another. */
function replaces(newer: TimedEvent, one: TimedEvent): boolean {
  if (newer.sequence !== one.sequence) return newer.sequence > one.sequence;
  if (newer === one || newer.start !== one.start) return false;
  if (newer.isCancelled !== one.isCancelled) return newer.isCancelled;
  const [later, before] = [modifiedAt(newer), modifiedAt(one)];
  return /^\d{8}T\d{6}Z$/.test(before) && /^\d{8}T\d{6}Z$/.test(later) && later > before;
}

/** The newest change to each turn, and replaced ones. */
export function newestChanges(changes: readonly Change[]): { changes: Change[]; older: CalendarEvent[] } {
  const found = new Map<string, Change>();
  const older: CalendarEvent[] = [];
  for (const change of changes) {
    const key = `${propertyText(change.event, 'UID')} ${propertyIn(change.event, 'RECURRENCE-ID')!.value}`;
    const before = found.get(key);
    const isNewer = !before || change.sequence >= before.sequence;
    if (isNewer) found.set(key, change);
    const replaced = isNewer ? before : change;
    if (replaced && !isSameEvent(replaced.event, found.get(key)!.event)) older.push(replaced.event);
  }
  return { changes: [...found.values()], older };
}
