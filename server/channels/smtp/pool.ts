import { SmtpFailure } from './errors.ts';
import { type Link, openLink, type Server, type Transaction } from './link.ts';

/** Connections to one mail server that are kept open and shared. */
export interface Pool {
  /** Sends over a free connection; answers the server's reply, throws SmtpFailure. */
  send(transaction: Transaction): Promise<string>;
  /** Says goodbye on every idle connection; busy ones end with their transaction. */
  close(): void;
}

const idleTime = 30_000;
const transactionsPerLink = 100;

interface Idle {
  link: Link;
  timer: NodeJS.Timeout;
}

/**
 * A pool of any number of connections: the caller limits how many it uses at once. A connection that a server closed
 * while it was idle is replaced without anyone noticing.
 */
export function openPool(server: Server): Pool {
  let idle: Idle[] = [];
  let closed = false;

  const take = async (fresh: boolean): Promise<Link> => {
    while (!fresh) {
      const last = idle.pop();
      if (!last) break;
      clearTimeout(last.timer);
      if (last.link.usable) return last.link;
    }
    return openLink(server);
  };
  const give = (link: Link) => {
    if (!link.usable) return;
    if (closed || link.used >= transactionsPerLink) return link.quit();
    const timer = setTimeout(() => {
      idle = idle.filter((entry) => entry.link !== link);
      link.quit();
    }, idleTime);
    timer.unref();
    idle.push({ link, timer });
  };
  const sendOver = async (link: Link, transaction: Transaction): Promise<string> => {
    try {
      return await link.send(transaction);
    } finally {
      give(link);
    }
  };
  return {
    async send(transaction) {
      const link = await take(false);
      const reused = link.used > 0;
      try {
        return await sendOver(link, transaction);
      } catch (error) {
        if (!reused || !(error instanceof SmtpFailure) || !error.stale) throw error;
        return sendOver(await take(true), transaction);
      }
    },
    close() {
      closed = true;
      for (const { link, timer } of idle) {
        clearTimeout(timer);
        link.quit();
      }
      idle = [];
    },
  };
}
