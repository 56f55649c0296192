/** Whether an event is real, an exercise or a test; fixed when the event is created. */
export type EventMode = 'LIVE' | 'EXERCISE' | 'TEST';
