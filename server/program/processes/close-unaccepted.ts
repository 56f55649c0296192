import type { ChildProcess } from 'node:child_process';

/** What node:cluster sends with a connection, and what the web process answers. */
interface Message {
  act?: string;
  seq?: number;
  ack?: number;
}

/**
 * Closes connections that a web process was given and hadn't answered for when it ended. node:cluster forgets them and
 * keeps them open, so a browser would wait for minutes.
 */
export function closeUnaccepted(web: ChildProcess): ChildProcess {
  const send = web.send.bind(web) as (...message: unknown[]) => boolean;
  const given = new Map<number | undefined, { close(): void }>();
  web.send = ((message: Message, connection?: { close(): void }, ...rest: unknown[]) => {
    if (connection && message.act === 'newconn') given.set(message.seq, connection);
    return send(message, connection, ...rest);
  }) as typeof web.send;
  web.on('internalMessage', ({ ack }: Message) => void given.delete(ack));
  const close = () => {
    for (const connection of given.values()) connection.close();
    given.clear();
  };
  // its last answers may still be unread
  web.once('exit', () => (web.connected ? web.once('disconnect', close) : close()));
  return web;
}
