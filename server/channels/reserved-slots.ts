/** Returns the slots reserved for alarms. */
export const reservedSlots = (slots: number): number => (slots < 2 ? 0 : Math.max(1, Math.floor(slots / 5)));
