import type { EventRow } from './queries.ts';

type Kinds = Pick<EventRow, 'eventType' | 'activationEventType'>;

/** The kind an event is of: its own, and where it has none that of its last alarm. */
export const kindOf = ({ eventType, activationEventType }: Kinds) => eventType ?? activationEventType;

/** The kind of an event's last alarm, where that is another than its own: where the event is says nothing about it. */
export const otherAlarmOf = ({ eventType, activationEventType }: Kinds) =>
  eventType && activationEventType && activationEventType.id !== eventType.id ? activationEventType : null;
