import type { FastifyReply } from 'fastify';

const mostBuffered = 64 * 1024;
const patience = 5_000;
const ping = Buffer.from(':\n\n');
const complete = Buffer.from('event: complete\ndata:\n\n');

/** One connection for server-sent events. */
export interface EventStream {
  /** Sends bytes; disconnects a client with 64 KiB pending. */
  send(bytes: Buffer): void;
  ping(): void;
  /** Ends it gracefully, or abruptly if the client doesn't read. */
  end(): void;
}

/**
 * Opens a stream of server-sent events; calls `closed` once at its end. Thousands may be open, so bytes go directly to
 * the connection.
 */
export function openEventStream(
  reply: FastifyReply,
  { closed, dropped }: { closed: () => void; dropped: () => void },
  longest = patience,
): EventStream {
  const { raw } = reply
    .header('content-type', 'text/event-stream')
    .header('cache-control', 'no-cache, no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .hijack();
  if (raw.closed)
    setImmediate(closed); // disconnected before this, without another event
  else raw.once('close', closed);
  raw.on('error', () => {}); // 'close' follows
  raw.useChunkedEncodingByDefault = false; // ends with the connection, and sends an event in one write instead of three
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined && !raw.headersSent) raw.setHeader(name, value);
  }
  const send = (bytes: Buffer) => {
    if (raw.destroyed || raw.writableEnded) return;
    if (raw.writableLength > mostBuffered) {
      dropped();
      raw.destroy();
      return;
    }
    // the response would buffer until the next turn
    (raw.socket ?? raw).write(bytes);
  };
  raw.write(ping); // some browsers only start with the first bytes of the body
  return {
    send,
    ping: () => send(ping),
    end() {
      if (raw.destroyed || raw.writableEnded) return;
      raw.end(complete);
      // a client that doesn't read would keep the connection
      const cut = setTimeout(() => raw.destroy(), longest).unref();
      raw.once('close', () => clearTimeout(cut));
    },
  };
}
