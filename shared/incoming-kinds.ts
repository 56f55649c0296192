import type { Label } from './label.ts';

/** The formats of incoming items, with their names. */
export const incomingKinds = {
  cap: { de: 'CAP 1.2 (Warnungen)', en: 'CAP 1.2 (warnings)' },
  alertmanager: { de: 'Alertmanager (Überwachung)', en: 'Alertmanager (monitoring)' },
} as const satisfies Record<string, Label>;

export type IncomingKind = keyof typeof incomingKinds;

/** Largest message of a source, in bytes. */
export const mostIncomingBytes = 2_000_000;

/** Minutes until the next person on duty is notified of an open item. */
export const noticeMinutes = 5;
