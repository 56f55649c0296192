// Measures how long a hanging process (SIGSTOP) is in the way while an alarm leaves: until it is replaced, until the next message
// leaves, and until the port answers. Afterwards compares what the mail server took with the recipients:
//   node bench/hung.ts [--people 6000] [--rounds 2] [--json]
// Starts the program like npm start, with one web process. Linux only.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { isOneOf, recipientSets } from '#shared/delivery-states.ts';
import { createMailChannel, createRecipients } from '#testing/deliveries.ts';
import { startMailServer } from '#testing/fakes/mail-server.ts';
import { createInstallation, endProgram, momentOf } from './installation.ts';
import { below } from './processes.ts';
import { percentile, print, row } from './row.ts';

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '6000' },
    rounds: { type: 'string', default: '2' },
    json: { type: 'boolean' },
  },
});

const messageTime = 150;
// what a stopped process sent before still arrives
const onTheWay = 1_000;

const { start, answersWith, inDatabase, remove } = await createInstallation('hung', { WEB_PROCESSES: '1' });
const takenAt: number[] = [];
const copies = new Map<string, number>();
const server = await startMailServer({
  fate: ({ to }) => {
    takenAt.push(performance.now());
    copies.set(to, (copies.get(to) ?? 0) + 1);
    return null;
  },
});
server.mood.hold = () => sleep(messageTime);

function pidOf(role: 'web' | 'worker'): number | undefined {
  return below(program.pid!).find((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`ROLES=${role}`);
    } catch {
      return false; // it ended in between
    }
  });
}

const seconds: Record<string, number[]> = {};
const note = (name: string, milliseconds: number) => {
  seconds[name] ??= [];
  seconds[name].push(milliseconds / 1000);
  if (!values.json) console.error(`${name}: ${(milliseconds / 1000).toFixed(2)} s`);
};

/** Returns the longest time between two messages since a moment. */
function longestGap(since: number): number {
  const times = [since, ...takenAt.filter((at) => at > since)];
  return Math.max(...times.slice(1).map((at, n) => at - times[n]!));
}

async function hang(role: 'web' | 'worker'): Promise<void> {
  const standing = pidOf(role)!;
  process.kill(standing, 'SIGSTOP');
  const stopped = performance.now();
  const replaced = momentOf(() => ![undefined, standing].includes(pidOf(role)));
  if (role === 'worker') {
    await momentOf(() => takenAt.some((at) => at > stopped + onTheWay));
    note('worker: next message', takenAt.find((at) => at > stopped + onTheWay)! - stopped);
  } else {
    await sleep(onTheWay); // the answer before
    note('web: the port answers', (await momentOf(() => answersWith('/healthz'))) - stopped);
  }
  note(`${role}: replaced`, (await replaced) - stopped);
  await momentOf(() => answersWith('/readyz'));
  const before = takenAt.length;
  await momentOf(() => takenAt.length > before + 50);
  if (role === 'web') note('web: longest time between two messages', longestGap(stopped));
}

const program = start();
try {
  await momentOf(() => answersWith('/readyz'));
  const messageId = await inDatabase(async (db) => {
    const channelId = await createMailChannel(db, server.port);
    return (await createRecipients(db, { channelId, lane: 'alarm', count: Number(values.people) })).messageId;
  });
  await momentOf(() => takenAt.length > 100);
  for (let round = 0; round < Number(values.rounds); round++)
    for (const role of ['worker', 'web'] as const) await hang(role);
  delete server.mood.hold;
  const rows = await inDatabase(async (db) => {
    const all = async () =>
      (
        await sql<{ to: string; status: string; marked: boolean }>`
          select target_address as "to", status, maybe_duplicate as marked from message_recipients
          where message_id = ${messageId}`.execute(db)
      ).rows;
    await momentOf(async () => (await all()).every(({ status }) => isOneOf(recipientSets.acceptedOrFailed, status)));
    return all();
  });
  const lost = rows.filter(({ to }) => !copies.get(to)).length;
  const twice = rows.filter(({ to }) => (copies.get(to) ?? 0) > 1);
  const unmarked = twice.filter(({ marked }) => !marked).length;
  print(
    [
      ...Object.entries(seconds).map(([name, all]) => row({ name, value: percentile(all, 1), unit: 's' })),
      row({ name: 'lost', value: lost, unit: 'people', must: { atMost: 0 } }),
      row({ name: 'twice', value: twice.length, unit: 'people' }),
      row({ name: 'twice without a mark', value: unmarked, unit: 'people', must: { atMost: 0 } }),
    ],
    values.json,
  );
} finally {
  await endProgram(program);
  await server.stop();
  remove();
}
process.exit();
