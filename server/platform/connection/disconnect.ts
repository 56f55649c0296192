import type pg from 'pg';

/** Closes a connection at once, without waiting for its server. */
export function disconnect(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
