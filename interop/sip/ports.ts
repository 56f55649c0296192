import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { until } from '#testing/until.ts';

/** Waits until a program takes datagrams at the port. */
export const takes = (port: number): Promise<boolean> => {
  const written = `:${port.toString(16).toUpperCase().padStart(4, '0')} `;
  return until(() => readFileSync('/proc/net/udp', 'utf8').includes(written));
};

/** Waits until a program takes connections at the port. */
export const listens = (port: number): Promise<boolean> =>
  until(
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.destroy();
          resolve(true);
        });
        socket.once('error', () => resolve(false));
      }),
  );
