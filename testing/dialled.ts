import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Outgoing traffic to one port. */
export interface Traffic {
  connections: number;
  bytes: number;
}

/** All connections that this process opens. */
export interface Dialled {
  /** Returns the outgoing traffic so far, by port. */
  traffic(): Map<number, Traffic>;
  stop(): void;
}

/** Monitors all sockets that open from now on. */
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
