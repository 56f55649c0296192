import type { FastifyReply } from 'fastify';

const mostBuffered = 64 * 1024;
const patience = 5_000;
const ping = Buffer.from(':\n\n');
const complete = Buffer.from('event: complete\ndata:\n\n');

/** One connection that server-sent events go out over. */
export interface EventStream {
  /** Sends bytes; who has not taken 64 KiB of earlier ones is cut off, and comes back for what holds by then. */
  send(bytes: Buffer): void;
  /** A sign of life. */
  ping(): void;
  /** Ends it in good order, or without, where nobody takes what was sent. */
  end(): void;
}

/**
 * Answers with a stream of server-sent events; `closed` is called once when it is over, whoever ended it, and never before
 * this returns. Thousands are open at a time, so bytes go to the connection itself: a stream between costs each its memory.
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
    setImmediate(closed); // gone while the request was looked at: nothing else would tell
  else raw.once('close', closed);
  raw.on('error', () => {}); // 'close' follows
  raw.useChunkedEncodingByDefault = false; // it ends with the connection, and an event is one write instead of three
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
    // past the answer: it would keep what it wrote until the next turn
    (raw.socket ?? raw).write(bytes);
  };
  raw.write(ping); // some browsers take an answer for begun only when something of its body has come
  return {
    send,
    ping: () => send(ping),
    end() {
      if (raw.destroyed || raw.writableEnded) return;
      raw.end(complete);
      // who reads nothing would keep the connection, and its place, for ever
      const cut = setTimeout(() => raw.destroy(), longest).unref();
      raw.once('close', () => clearTimeout(cut));
    },
  };
}
