import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { until } from '#testing/until.ts';
import { type Load, recipientOf } from './load.ts';

/** The comparison of confirmed requests with the database and the mail servers. */
export interface Audit {
  launches: number;
  lostLaunches: number;
  answers: number;
  lostAnswers: number;
  deliveries: number;
  /** Recipients of confirmed launches without a mail. */
  lostDeliveries: number;
  /** Their rows by status and reason. */
  lostAs: Record<string, number>;
  /** Recipients with several mails, and those of them that aren't marked as possibly doubled. */
  doubles: number;
  unmarkedDoubles: number;
  boardsRight: boolean;
}

/** Waits, for at most some minutes, until no message waits to be sent. */
export async function untilSent(db: Db): Promise<void> {
  const open = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from message_recipients where status in ${recipientStates.open}`.execute(db);
    return rows[0]!.n === 0;
  };
  await until(() => open().catch(() => false), 300_000).catch(() => undefined); // the audit finds what is missing
}

/** Compares confirmed requests with the database and the mail servers. */
export async function audit(db: Db, load: Load, urls: readonly string[]): Promise<Audit> {
  const { rows } = await sql<{ id: number; message: number; maybeDuplicate: boolean; state: string }>`
    select id, message_id as message, maybe_duplicate, concat_ws(' ', status, status_reason) as state
    from message_recipients where status <> 'suppressed'`.execute(db);
  const ofMessages = Map.groupBy(rows, ({ message }) => message);
  const entries = (await Promise.all(load.sinks.map((sink) => sink.ledger()))).flat();
  const copies = Map.groupBy(entries, recipientOf);
  let [lostLaunches, lostDeliveries] = [0, 0];
  const lostAs: Record<string, number> = {};
  for (const { message, recipients } of load.launches) {
    const own = ofMessages.get(message) ?? [];
    if (own.length !== recipients) lostLaunches++;
    const without = own.filter(({ id }) => !copies.has(id) && !load.answers.has(id)); // answers end the need
    lostDeliveries += Math.max(0, recipients - own.length + without.length);
    for (const { state } of without) lostAs[state] = (lostAs[state] ?? 0) + 1;
  }
  const marked = new Set(rows.filter(({ maybeDuplicate }) => maybeDuplicate).map(({ id }) => id));
  const doubles = [...copies].filter(([, own]) => own.length > 1).map(([id]) => id);
  const given = await givenAnswers(db);
  return {
    launches: load.launches.length,
    lostLaunches,
    answers: load.answers.size,
    lostAnswers: [...load.answers].filter(([recipient, option]) => given.get(recipient) !== option).length,
    deliveries: entries.length,
    lostDeliveries,
    lostAs,
    doubles: doubles.length,
    unmarkedDoubles: doubles.filter((id) => !marked.has(id)).length,
    boardsRight: await areBoardsRight(load, urls),
  };
}

async function givenAnswers(db: Db): Promise<Map<number, string>> {
  const { rows } = await sql<{ recipient: number; code: string }>`
    select a.recipient_id as recipient, o.code from answers a join answer_options o on o.id = a.option_id
    where a.recipient_id is not null`.execute(db);
  return new Map(rows.map(({ recipient, code }) => [recipient, code]));
}

interface BoardAnswer {
  data?: { report: { answers: { positive: number; negative: number } } };
}

/** Returns whether the board of every node counts each confirmed answer once. */
async function areBoardsRight({ board, answers }: Load, urls: readonly string[]): Promise<boolean> {
  const yes = [...answers.values()].filter((option) => option === '1').length;
  const query = 'query ($id: ID!) { report(id: $id) { answers { positive negative } } }';
  for (const url of urls) {
    const response = await fetch(`${url}/api/graphql/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${board.token}` },
      body: JSON.stringify({ query, variables: { id: String(board.reportId) } }),
      signal: AbortSignal.timeout(10_000),
    });
    const { data } = (await response.json()) as BoardAnswer;
    const { positive, negative } = data?.report.answers ?? {};
    if (positive !== yes || negative !== answers.size - yes) return false;
  }
  return true;
}

/** Returns the longest time between two confirmed launches in a period, in seconds. */
export function longestGap({ launches }: Load, from: number, to: number): number {
  const times = launches.map(({ at }) => at).filter((at) => at >= from && at <= to);
  const all = [from, ...times, to];
  return Math.max(...all.slice(1).map((at, n) => at - all[n]!)) / 1000;
}
