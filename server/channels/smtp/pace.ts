import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type AdapterApp, NotStarted } from '#server/channels/channel.ts';
import { sha256 } from '#server/platform/secrets.ts';

export interface Pace {
  /** Resolves when one may leave, urgent ones first. Throws NotStarted instead of a long wait. */
  turn(one: { urgent: boolean; again: boolean }): Promise<void>;
}

interface Waiting {
  urgent: boolean;
  go(): void;
}

// After that, a mail returns to the queue.
const patience = 5_000;

/**
 * Limits the mails per minute to one account, across processes and channels: each turn comes from a database row. A
 * process holds one turn at a time for its most urgent mail, so an alarm waits for at most one turn per process.
 */
export function openPace(app: Pick<AdapterApp, 'db'>, account: string, perMinute: number): Pace {
  const key = sha256(`mail ${account}`);
  const step = 60 / perMinute;
  const waiting: Waiting[] = [];
  let running = false;

  let spare = false; // a turn that arrived when no mail was waiting

  const run = async () => {
    running = true;
    while (waiting.length) {
      await sleep(await nextTurn(app, key, step));
      const urgent = waiting.findIndex((one) => one.urgent);
      const [next] = waiting.splice(Math.max(urgent, 0), 1);
      spare = !next;
      next?.go();
    }
    running = false;
  };
  return {
    async turn({ urgent, again }) {
      if (spare) {
        spare = false;
        return;
      }
      await new Promise<void>((go, reject) => {
        const entry: Waiting = { urgent, go };
        waiting.push(entry);
        if (!running) void run();
        if (!again) return;
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(entry), 1);
          reject(new NotStarted());
        }, patience);
        entry.go = () => {
          clearTimeout(timer);
          go();
        };
      });
    },
  };
}

/** Takes the account's next turn; returns the milliseconds until then. Without a database, each process paces alone. */
async function nextTurn({ db }: Pick<AdapterApp, 'db'>, key: Buffer, step: number): Promise<number> {
  try {
    const { rows } = await sql<{ wait: number }>`
      insert into mail_paces as p (account, next_at)
      values (${key}, clock_timestamp() + make_interval(secs => ${step}))
      on conflict (account) do update
        set next_at = greatest(p.next_at, clock_timestamp()) + make_interval(secs => ${step})
      returning greatest(extract(epoch from p.next_at - clock_timestamp()) - ${step}::float8, 0)::float8 * 1000 as wait`.execute(
      db,
    );
    return rows[0]!.wait;
  } catch {
    return step * 1000;
  }
}
