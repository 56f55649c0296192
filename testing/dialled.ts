import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** What went out to one port since some moment. */
export interface Traffic {
  connections: number;
  bytes: number;
}

/** Every connection this process opens, to wherever. */
export interface Dialled {
  /** What has gone out so far, by port. */
  traffic(): Map<number, Traffic>;
  stop(): void;
}

/** Watches the sockets that are opened from now on, whoever opens them. */
export function watchDialled(): Dialled {
  const sockets = new Map<Socket, number>();
  const seen = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    socket.once('connectionAttempt', (_address: string, port: number) => sockets.set(socket, port));
  };
  subscribe('net.client.socket', seen);
  return {
    traffic() {
      const found = new Map<number, Traffic>();
      for (const [socket, port] of sockets) {
        const { connections, bytes } = found.get(port) ?? { connections: 0, bytes: 0 };
        found.set(port, { connections: connections + 1, bytes: bytes + socket.bytesWritten });
      }
      return found;
    },
    stop: () => void unsubscribe('net.client.socket', seen),
  };
}
