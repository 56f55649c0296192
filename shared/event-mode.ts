/** Mode of an event: live, exercise, or test; immutable after creation. */
export type EventMode = 'LIVE' | 'EXERCISE' | 'TEST';
