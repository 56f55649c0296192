import type { EventRow } from './queries.ts';

type Kinds = Pick<EventRow, 'eventType' | 'activationEventType'>;

/** Returns an event's type, or the type of its last alarm if it has none. */
export const eventTypeOf = ({ eventType, activationEventType }: Kinds) => eventType ?? activationEventType;

/** Returns the type of an event's last alarm if it differs from the event's own. */
export const otherAlarmOf = ({ eventType, activationEventType }: Kinds) =>
  eventType && activationEventType && activationEventType.id !== eventType.id ? activationEventType : null;
