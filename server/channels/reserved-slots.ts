/** Returns the number of slots reserved for alarms, so that one never waits behind a newsletter. */
export const reservedSlots = (slots: number): number => (slots < 2 ? 0 : Math.max(1, Math.floor(slots / 5)));
