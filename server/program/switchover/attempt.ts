import type { Logger } from '#server/platform/log.ts';
import type { Ends } from './copy.ts';

/** The order to move an installation to another database. */
export interface Order {
  from: string;
  to: string;
  /** Encrypts the new address for the other processes of the installation. */
  seal: (url: string) => Buffer;
  log: Logger;
  onStep: (line: string) => void;
  /** Ends the switchover early. */
  signal?: AbortSignal;
}

/** An attempt that has prepared both ends. */
export interface SwitchoverAttempt extends Ends {
  order: Order;
  token: string;
  place: string;
  schema: string;
  schemas: string[];
}
