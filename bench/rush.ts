// Simulates the first minutes of an alarm: everyone opens the link and answers while colleagues watch the report live.
//   node bench/rush.ts [--people 3000] [--at-once 64] [--watchers 1,20,200,500] [--alarms] [--monitors 400] [--json]
// --alarms repeats it with the most watchers, while an alarm to 20 launches every second; --monitors repeats it with the most
// watchers and this number of monitors.
// The server is a process of its own; load, server and PostgreSQL share the machine, so read the ratio to the reference
// (/healthz, requested by the same generator just before) instead of the figures.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { idByIdentifier } from '#testing/factories.ts';
import { type Alarms, alarmRows, createFew, launchAlarms } from './alarms-under-load.ts';
import { each, type FetchText, generator } from './asking.ts';
import { type MeasuredServer, startBenchServer } from './bench-server.ts';
import { alarmCrowd, createCrowd } from './crowd.ts';
import { type ReportWatcher, watchMonitor, watchReport } from './report-watchers.ts';
import { type BenchRow, percentile, print, row } from './row.ts';

// the maximum of streams per session or monitor link
const ofSession = 20;
// names on a monitor
const named = 12;

interface Rush {
  people: number;
  atOnce: number;
}

interface Rushes extends Rush {
  watchers: readonly number[];
  alarms: boolean;
  monitors: number;
}

async function everyone(links: readonly string[], atOnce: number, ask: FetchText) {
  const [opens, answers]: [number[], number[]] = [[], []];
  let refused = 0;
  let last = 0;
  const seconds = await each(links, atOnce, async (link) => {
    const begun = performance.now();
    const page = await ask(link);
    opens.push(performance.now() - begun);
    const mark = /name="mark" value="([^"]+)"/.exec(page.text)?.[1];
    const middle = performance.now();
    const taken = mark ? await ask(link, new URLSearchParams({ mark, option: '1' }).toString()) : page;
    answers.push(performance.now() - middle);
    if (!mark || taken.status !== 200) refused++;
    else last = performance.now();
  });
  return { seconds, refused, last, opens: percentile(opens, 0.95), answers: percentile(answers, 0.95) };
}

/** Opens as many monitors per link as permitted. */
async function openMonitors(
  server: MeasuredServer,
  token: string,
  event: number,
  count: number,
): Promise<ReportWatcher[]> {
  const make = 'mutation ($event: ID!) { createMonitorLink(event: $event) { address } }';
  const monitors: ReportWatcher[] = [];
  while (monitors.length < count) {
    const made = (await server.run(token, make, { event: String(event) })) as {
      createMonitorLink: { address: string };
    };
    const secret = made.createMonitorLink.address.split('/').at(-1)!;
    for (let n = 0; n < ofSession && monitors.length < count; n++) monitors.push(watchMonitor(server, secret, event));
  }
  return monitors;
}

interface Beside {
  list: number;
  rushed: Rush;
  watchers: number;
  monitors?: number;
  /** The list for alarms during the rush. */
  few?: number;
}

/** Lets everyone open and answer once. */
export async function rush(
  server: MeasuredServer,
  { list, rushed, watchers, monitors = 0, few }: Beside,
): Promise<{ seen: Rushed; alarms: Alarms | null }> {
  const { people, atOnce } = rushed;
  const ask = generator(atOnce);
  const tokens = await server.sessions(1 + Math.ceil(watchers / ofSession));
  const { id, eventId, links } = await alarmCrowd(
    server,
    tokens[0]!,
    list,
    monitors ? 'activation' : 'staff_information',
  );
  const asked = Math.max(2000, people);
  const health = `${server.url}/healthz`;
  await each(Array(200).fill(health), atOnce, ask);
  const reference = asked / (await each(Array(asked).fill(health), atOnce, ask));
  const watching = Array.from({ length: watchers }, (_, at) =>
    watchReport(server, tokens[1 + Math.floor(at / ofSession)]!, id),
  );
  const walls = await openMonitors(server, tokens[0]!, eventId, monitors);
  const all = [...watching, ...walls];
  for (let n = 0; n < 600 && all.some(({ events }) => events === 0); n++) await sleep(100);
  const channelId = await idByIdentifier(server.db, 'channels', 'exercise');
  const launching = few && launchAlarms(server, { token: tokens[0]!, channelId, list: few, every: 1000 });
  const { seconds, refused, last, ...p95 } = await everyone(links, atOnce, ask);
  const alarms = launching ? await launching.stop() : null;
  const right = people - refused;
  const isRight = (one: ReportWatcher) => one.positive === (walls.includes(one) ? Math.max(0, right - named) : right);
  for (let n = 0; n < 300 && !all.every(isRight); n++) await sleep(100);
  for (const { stop } of all) stop();
  await sleep(500);
  const lagOf = (some: readonly ReportWatcher[]) => Math.max(0, ...some.filter(isRight).map(({ at }) => at - last));
  const seen = {
    ...p95,
    rate: people / seconds,
    reference,
    refused,
    wrong: all.filter((one) => !isRight(one)).length,
    cutOff: all.reduce((sum, one) => sum + one.cutOff, 0),
    lag: lagOf(watching),
    wallLag: monitors ? lagOf(walls) : null,
  };
  return { seen, alarms };
}

/** Returns the rows of one rush. */
async function rushRows(server: MeasuredServer, beside: Beside): Promise<BenchRow[]> {
  const { seen, alarms } = await rush(server, beside);
  const { watchers, monitors } = beside;
  const load = [`${watchers} watchers`, monitors && `${monitors} monitors`, alarms && 'an alarm every second'];
  return [
    ...rowsOf(`with ${load.filter(Boolean).join(' and ')}`, seen),
    ...(alarms ? alarmRows('during the rush', alarms, { must: { atMost: 500 }, aim: { atMost: 150 } }) : []),
  ];
}

/** What one rush measured: rates per second, times in milliseconds. */
export interface Rushed {
  rate: number;
  reference: number;
  opens: number;
  answers: number;
  refused: number;
  wrong: number;
  cutOff: number;
  lag: number;
  /** Null without monitors. */
  wallLag: number | null;
}

const rowsOf = (of: string, seen: Rushed): BenchRow[] => [
  row({
    name: `people who open and answer, ${of}`,
    value: seen.rate,
    unit: '/s',
    reference: seen.reference,
    must: { atLeast: 0.15 },
    aim: { atLeast: 0.25 },
  }),
  row({ name: `time to open (p95), ${of}`, value: seen.opens, unit: 'ms' }),
  row({ name: `time to answer (p95), ${of}`, value: seen.answers, unit: 'ms' }),
  row({ name: `refused, ${of}`, value: seen.refused, unit: 'people', must: { atMost: 0 } }),
  row({ name: `clients with a wrong board, ${of}`, value: seen.wrong, unit: 'watchers', must: { atMost: 0 } }),
  row({ name: `reconnects, ${of}`, value: seen.cutOff, unit: 'times' }),
  row({ name: `last event after the last answer, ${of}`, value: seen.lag, unit: 'ms', must: { atMost: 1000 } }),
  ...(seen.wallLag === null
    ? []
    : [row({ name: `the same on monitors, ${of}`, value: seen.wallLag, unit: 'ms', must: { atMost: 5000 } })]),
];

/** Measures the rush for each number of watchers in sequence. */
async function measureRush(rushed: Rushes): Promise<BenchRow[]> {
  const server = await startBenchServer();
  try {
    const list = await createCrowd(server, rushed.people);
    const rows: BenchRow[] = [];
    for (const watchers of rushed.watchers) rows.push(...(await rushRows(server, { list, rushed, watchers })));
    const watchers = Math.max(...rushed.watchers);
    const { monitors } = rushed;
    if (monitors) rows.push(...(await rushRows(server, { list, rushed, watchers, monitors })));
    if (!rushed.alarms) return rows;
    const few = await createFew(server.db, 5);
    return [...rows, ...(await rushRows(server, { list, rushed, watchers, few }))];
  } finally {
    await server.stop();
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      people: { type: 'string', default: '3000' },
      'at-once': { type: 'string', default: '64' },
      watchers: { type: 'string', default: '1,20,200,500' },
      alarms: { type: 'boolean', default: false },
      monitors: { type: 'string', default: '0' },
      json: { type: 'boolean' },
    },
  });
  const watchers = values.watchers.split(',').map(Number);
  const { people, 'at-once': atOnce, alarms, monitors } = values;
  print(
    await measureRush({ people: Number(people), atOnce: Number(atOnce), watchers, alarms, monitors: Number(monitors) }),
  );
  process.exit();
}
