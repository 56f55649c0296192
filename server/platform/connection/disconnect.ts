import type pg from 'pg';

/** Closes a connection at once, without waiting for a server that may not respond. */
export function disconnect(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
