import { sql } from 'kysely';
import { checkAudit } from '#server/api/audit/audit.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { isOneOf, recipientSets } from '#shared/delivery-states.ts';
import { historyFindings, type RecipientStep, readHistory } from './history.ts';
import type { InvariantId } from './invariants.ts';
import type { AcceptedMessage } from './ledger.ts';
import { openRows, type Stage } from './stage.ts';

interface Row {
  id: number;
  messageId: number;
  channelId: number;
  to: string;
  status: string;
  reason: string | null;
  maybeDuplicate: boolean;
  validUntil: Date | null;
}

interface Facts {
  stage: Stage;
  db: Db;
  rows: Row[];
  steps: RecipientStep[];
  taken: AcceptedMessage[];
  copies(row: Row): AcceptedMessage[];
  /** Recipients changed by a provider's report after acceptance. */
  reported: ReadonlySet<number>;
}

const came = new Set<string>(recipientSets.accepted);
const ends = new Set<string>([...recipientSets.acceptedOrFailed, ...recipientSets.leftOut]);

/** Checks invariants by our rows, their history and the providers' records; records figures and violations. */
export async function verify(stage: Stage, ids: readonly InvariantId[]): Promise<void> {
  const facts = await gather(stage);
  for (const id of ids) {
    const findings = await checks[id](facts);
    for (const finding of findings.slice(0, 3)) stage.find(id, finding);
    if (findings.length > 3) stage.find(id, `… and ${findings.length - 3} more`);
  }
  const { rows, copies } = facts;
  stage.figure(
    'twice',
    rows.reduce((sum, row) => sum + Math.max(0, copies(row).length - 1), 0),
  );
  stage.figure('marked', rows.filter((row) => row.maybeDuplicate).length);
  const unconfirmed = rows.filter(({ reason }) => reason === 'unconfirmed');
  if (!unconfirmed.length) return;
  stage.figure('unconfirmed', unconfirmed.length);
  stage.figure('of them not taken', unconfirmed.filter((row) => copies(row).length === 0).length);
}

async function gather(stage: Stage): Promise<Facts> {
  const { db } = stage;
  const { rows } = await sql<Row>`
    select id, message_id, channel_id, target_address as "to", status, status_reason as reason, maybe_duplicate, valid_until
    from message_recipients order by id`.execute(db);
  const [steps, taken] = [await readHistory(db), await stage.taken()];
  const byRow = Map.groupBy(taken, ({ recipient }) => recipient);
  const byAddress = Map.groupBy(
    taken.filter(({ recipient }) => recipient === null),
    ({ channelId, to }) => `${channelId} ${to}`,
  );
  const copies = ({ id, channelId, to }: Row) => [
    ...(byRow.get(id) ?? []),
    ...(byAddress.get(`${channelId} ${to}`) ?? []),
  ];
  const reported = new Set(steps.filter(({ was }) => was === 'sent').map(({ recipient }) => recipient));
  return { stage, db, rows, steps, taken, copies, reported };
}

type Check = (facts: Facts) => string[] | Promise<string[]>;

const checks: Record<InvariantId, Check> = {
  async V1({ db }) {
    const { rows } = await sql<{ id: number; said: number; n: number; addresses: number }>`
      select m.id, m.recipient_count as said, count(r.id) as n, count(distinct r.address_norm) as addresses
      from messages m left join message_recipients r on r.message_id = m.id and r.status <> 'suppressed' and not r.superseded
      where m.launched_at is not null group by m.id`.execute(db);
    return rows.flatMap(({ id, said, n, addresses }) =>
      said === n && n === addresses ? [] : [`message ${id}: ${said} frozen, ${n} rows, ${addresses} addresses`],
    );
  },
  async V2({ db }) {
    const open = await openRows(db);
    return open ? [`${open} are open`] : [];
  },
  V3: ({ rows, steps }) => [
    ...rows.flatMap(({ id, status }) => (ends.has(status) ? [] : [`recipient ${id} is ${status}`])),
    ...historyFindings(steps),
  ],
  V4: ({ rows, reported, copies }) =>
    rows.flatMap((row) => {
      const { id, status, reason, maybeDuplicate } = row;
      const n = copies(row).length;
      if (came.has(status) && n === 0 && reason !== 'unconfirmed')
        return [`recipient ${id} is ${status}, nobody took it`];
      if (!came.has(status) && n > 0 && !maybeDuplicate && !reported.has(id))
        return [`recipient ${id} is ${status} (${reason}), although it was taken`];
      return [];
    }),
  V5({ stage, rows, taken, copies }) {
    const twice = rows.filter((row) => copies(row).length > 1);
    const extra = twice.reduce((sum, row) => sum + copies(row).length - 1, 0);
    const permitted = stage.permitted() + taken.filter(({ ambiguous }) => ambiguous).length;
    stage.figure('twice at most', permitted);
    return [
      ...(extra > permitted ? [`${extra} second copies, permitted ${permitted}`] : []),
      ...twice.flatMap(({ id, maybeDuplicate }) => (maybeDuplicate ? [] : [`recipient ${id} came twice, unmarked`])),
    ];
  },
  V6: ({ rows, copies }) =>
    rows.flatMap((row) =>
      new Set(copies(row).map(({ key }) => key)).size > 1 ? [`recipient ${row.id} came under several keys`] : [],
    ),
  async V7({ stage, db }) {
    // a message of the fallback has the user of its alarm, but no launch: the log has an entry for each time that people were added
    const { rows } = await sql<{ id: number; said: number; n: number; launches: number; isFallback: boolean }>`
      select m.id, m.recipient_count as said, m.handed_over as is_fallback,
        (select count(*) from message_recipients r
          where r.message_id = m.id and r.status <> 'suppressed' and not (m.handed_over and r.superseded)) as n,
        (select count(*) from log_entries l where l.data->>'message' = m.id::text
          and l.kind = case when m.handed_over then 'message_handed_over' else 'message_launched' end) as launches
      from messages m where m.status <> 'draft' and m.launched_by is not null`.execute(db);
    const found = new Map(rows.map((row) => [row.id, row]));
    const lost = [...stage.launched].flatMap(([id, count]) =>
      found.get(id)?.n === count ? [] : [`launch ${id} was confirmed to ${count}, there are ${found.get(id)?.n ?? 0}`],
    );
    const halves = rows.flatMap(({ id, said, n, launches, isFallback }) =>
      said === n && (isFallback ? launches > 0 : launches === 1)
        ? []
        : [`message ${id}: ${n} of ${said} rows, launched ${launches} times`],
    );
    return [...lost, ...halves];
  },
  V8: ({ rows, reported, copies }) =>
    rows.flatMap((row) => {
      const { id, status, validUntil, maybeDuplicate } = row;
      const late = copies(row).filter(({ at }) => validUntil && at > validUntil.getTime() + 1000);
      if (late.length) return [`recipient ${id} was sent to after the deadline`];
      const spared =
        (status === 'expired' || isOneOf(recipientSets.leftOut, status)) && !maybeDuplicate && !reported.has(id);
      return spared && copies(row).some(({ ambiguous }) => !ambiguous)
        ? [`recipient ${id} is ${status} and was sent to`]
        : [];
    }),
  async V9({ db, stage: { secrets } }) {
    const { rows } = await sql<{ message: string; n: number }>`
      select data->>'message' as message, count(*) as n from log_entries where kind = 'message_launched'
      group by 1 having count(*) > 1`.execute(db);
    return [
      ...((await checkAudit({ db, secrets })).isIntact ? [] : ['the audit log is broken']),
      ...rows.map(({ message, n }) => `message ${message} has ${n} entries of its launch`),
    ];
  },
  V10({ stage }) {
    const health = stage.processes.map((process) => process.health());
    const [megabytes, delay] = [
      Math.max(0, ...health.map((one) => one.megabytes)),
      Math.max(0, ...health.map((one) => one.delay)),
    ];
    stage.figure('megabytes', megabytes);
    stage.figure('loop delay ms', delay);
    return [
      ...(megabytes > 400 ? [`a process held ${megabytes} MB`] : []),
      ...(stage.quiet && delay > 200 ? [`an event loop was late by ${delay} ms`] : []),
    ];
  },
  async V11({ stage, db }) {
    const { rows } = await sql<{ recipient: number | null; options: string[] }>`
      select a.recipient_id as recipient, array_agg(o.code) as options from answers a join answer_options o on o.id = a.option_id
      group by 1`.execute(db);
    const found = new Map(rows.map(({ recipient, options }) => [recipient, options]));
    const missing = [...stage.answered].flatMap(([recipient, option]) =>
      found.get(recipient)?.includes(option) ? [] : [`the answer ${option} of recipient ${recipient} is missing`],
    );
    const twice = rows.flatMap(({ recipient, options }) =>
      options.length > 1 ? [`recipient ${recipient} has ${options.length} answers`] : [],
    );
    return [...missing, ...twice];
  },
};
