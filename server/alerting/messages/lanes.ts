/** How urgent a message is: alarms have reserved capacity, bulk never stands in anybody's way. */
export type Lane = 'alarm' | 'normal' | 'bulk';

/** Minutes after which a recipient that could not be handed over expires: an old alarm does more harm than good. */
export const lifetimeMinutes: Record<Lane, number> = { alarm: 60, normal: 1440, bulk: 1440 };

const bulkFrom = 1000;

/** The lane of a message: what is urgent goes with the alarms, messages to more than 1,000 recipients are bulk. */
export const laneOf = (urgent: boolean, recipients: number): Lane =>
  urgent ? 'alarm' : recipients > bulkFrom ? 'bulk' : 'normal';
