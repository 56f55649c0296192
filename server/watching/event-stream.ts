import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

const mostBuffered = 64 * 1024;
const ping = Buffer.from(':\n\n');
const complete = Buffer.from('event: complete\ndata:\n\n');

/** One connection that server-sent events go out over. */
export interface EventStream {
  /** Sends bytes; who has not taken 64 KiB of earlier ones is cut off, and comes back for what holds by then. */
  send(bytes: Buffer): void;
  /** A sign of life. */
  ping(): void;
  /** Ends it in good order. */
  end(): void;
}

/** Answers with a stream of server-sent events; `closed` is called once when it is over, whoever ended it. */
export function openEventStream(reply: FastifyReply, { closed, dropped }: { closed: () => void; dropped: () => void }) {
  const source = new Readable({ read() {} });
  const { raw } = reply;
  raw.once('close', () => source.destroy());
  source.once('close', closed);
  raw.useChunkedEncodingByDefault = false; // it ends with the connection, and an event is one write instead of three
  if (raw.destroyed) source.destroy(); // gone while the request was looked at: nothing else would tell
  const send = (bytes: Buffer) => {
    if (source.destroyed) return;
    if (source.readableLength + raw.writableLength > mostBuffered) {
      dropped();
      source.destroy();
      raw.destroy();
      return;
    }
    source.push(bytes);
  };
  source.push(ping); // some browsers take an answer for begun only when something of its body has come
  const stream: EventStream = {
    send,
    ping: () => send(ping),
    end() {
      if (source.destroyed) return;
      source.push(complete);
      source.push(null);
    },
  };
  void reply
    .header('content-type', 'text/event-stream')
    .header('cache-control', 'no-cache')
    .header('x-accel-buffering', 'no');
  return { stream, body: source };
}
