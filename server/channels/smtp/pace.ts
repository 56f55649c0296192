import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { type AdapterApp, NotStarted } from '#server/channels/channel.ts';
import { sha256 } from '#server/platform/secrets.ts';

/** Lets mails go one after the other, so that there are never more than the mail server takes. */
export interface Pace {
  /**
   * Resolves when one more may go: urgent ones before all others. Throws NotStarted when that takes too long for who can
   * come again.
   */
  turn(one: { urgent: boolean; again: boolean }): Promise<void>;
}

interface Waiting {
  urgent: boolean;
  go(): void;
}

// Whoever waits longer goes back into the queue, where it can still be stopped or answered.
const patience = 5_000;

/**
 * At most so many a minute to one account, evenly, whatever number of processes and channels send to it: each turn is
 * taken from a row of the database. A process holds one turn at a time and gives it to whoever is most urgent by then, so
 * that an alarm waits for no more than a turn of each process.
 */
export function openPace(app: Pick<AdapterApp, 'db'>, account: string, perMinute: number): Pace {
  const key = sha256(`mail ${account}`);
  const step = 60 / perMinute;
  const waiting: Waiting[] = [];
  let running = false;

  let spare = false; // a turn that came when nobody waited any more

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

/** Takes the account's next turn; answers the milliseconds until then. Without a database every process keeps the pace alone. */
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
