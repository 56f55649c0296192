/** Alarms have reserved capacity; bulk never delays others. */
export type Lane = 'alarm' | 'normal' | 'bulk';

/** Minutes until an unsent recipient expires, because an old alarm does more harm than good. */
export const lifetimeMinutes: Record<Lane, number> = { alarm: 60, normal: 1440, bulk: 1440 };

const bulkFrom = 1000;

/** Returns a message's lane; more than 1,000 recipients are bulk. */
export const laneOf = (urgent: boolean, recipients: number): Lane =>
  urgent ? 'alarm' : recipients > bulkFrom ? 'bulk' : 'normal';
