import type { ChildProcess } from 'node:child_process';

/** What node:cluster sends with a connection, one at a time, and what the web process answers. */
interface Message {
  act?: string;
  seq?: number;
  ack?: number;
}

/**
 * Closes the connection that a web process was given and hadn't answered for when it ended. node:cluster forgets such a
 * connection and keeps it open, so a browser would wait for minutes.
 */
export function closeUnaccepted(web: ChildProcess): ChildProcess {
  const send = web.send.bind(web) as (...message: unknown[]) => boolean;
  let given: { seq: number | undefined; connection: { close(): void } } | undefined;
  web.send = ((message: Message, connection?: { close(): void }, ...rest: unknown[]) => {
    if (connection && message.act === 'newconn') given = { seq: message.seq, connection };
    return send(message, connection, ...rest);
  }) as typeof web.send;
  web.on('internalMessage', ({ ack }: Message) => {
    if (ack === given?.seq) given = undefined;
  });
  web.once('exit', () => given?.connection.close());
  return web;
}
