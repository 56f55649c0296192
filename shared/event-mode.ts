/** Immutable after creation. */
export type EventMode = 'LIVE' | 'EXERCISE' | 'TEST';
