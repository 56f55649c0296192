// Many anonymous clients try to watch, without a token and with an invented one, while a signed-in user works: measures that
// user's wait, and the memory.
//   node bench/uninvited.ts [--attempts 3000] [--json]
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { createEvent } from '#testing/factories.ts';
import { type BenchServer, benchMetricsToken, startBenchServer } from './bench-server.ts';
import { type BenchRow, percentile, print, row } from './row.ts';

const query = '{ events(first: 20) { totalCount edges { node { _id name isRunning } } } }';

function work(server: BenchServer, token: string): () => Promise<number[]> {
  let isOver = false;
  const times: number[] = [];
  const working = (async () => {
    while (!isOver) {
      const begun = performance.now();
      await server.run(token, query, {});
      times.push(performance.now() - begun);
      await sleep(5);
    }
  })();
  return async () => {
    isOver = true;
    await working;
    return times;
  };
}

interface Attempts {
  name: string;
  /** Their headers. */
  shown: Record<string, string>;
}

const kinds: readonly Attempts[] = [
  { name: 'clients without a session', shown: {} },
  {
    name: 'clients with invalid tokens',
    shown: { authorization: `Bearer ${'a'.repeat(20)}.${'b'.repeat(200)}.${'c'.repeat(43)}` },
  },
];

function tryToWatch(
  server: BenchServer,
  event: number,
  { shown, agent }: Pick<Attempts, 'shown'> & { agent: http.Agent },
): Promise<number> {
  const headers = { 'content-type': 'application/json', accept: 'text/event-stream', ...shown };
  return new Promise((resolve, reject) => {
    const request = http.request(`${server.url}/api/graphql/stream`, { method: 'POST', headers, agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode!));
    });
    request.on('error', reject);
    request.end(JSON.stringify({ query: `subscription { eventChanged(id: "${event}") { _id } }` }));
  });
}

async function open(server: BenchServer): Promise<number> {
  const headers = { authorization: `Bearer ${benchMetricsToken}` };
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
  const values = [...text.matchAll(/^live_watchers(?:\{[^}]*\})? (\d+)/gm)].map(([, value]) => Number(value));
  return values.reduce((sum, value) => sum + value, 0);
}

/** Measures this number of attempts of each kind. */
async function measureUninvited({ attempts }: { attempts: number }): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const kind of kinds) rows.push(...(await measure(attempts, kind)));
  return rows;
}

async function measure(attempts: number, { name, shown }: Attempts): Promise<BenchRow[]> {
  const server = await startBenchServer();
  const agent = new http.Agent({ maxSockets: 100 });
  try {
    const [token] = await server.sessions(1);
    const { id } = await createEvent(server.db, { isRunning: true });
    const warm = work(server, token!);
    await sleep(2000);
    await warm();
    const calm = work(server, token!);
    await sleep(3000);
    const before = await calm();
    const memory = await server.memory();
    const stopWork = work(server, token!);
    const statuses = await Promise.all(
      Array.from({ length: attempts }, () => tryToWatch(server, id, { shown, agent })),
    );
    const during = await stopWork();
    const stayed = await open(server);
    const more = (await server.memory()) - memory;
    const afterwards = work(server, token!);
    await sleep(3000);
    const after = await afterwards();
    const counted = await sql<{ rows: number; attempts: number }>`
      select count(*)::int as rows, coalesce(sum(count), 0)::int as attempts from security_entries where kind = 'denied'`.execute(
      server.db,
    );
    const of = `${attempts} ${name}`;
    const half = (times: number[]) => percentile(times, 0.5);
    return [
      row({
        name: `median response time for a user during ${of}`,
        value: half(during),
        reference: half(before),
        unit: 'ms',
      }),
      row({
        name: `median response time for a user after ${of}`,
        value: half(after),
        reference: half(before),
        unit: 'ms',
        must: { atMost: 1.5 },
      }),
      row({ name: `refused of ${of}`, value: statuses.filter((status) => status === 401).length, unit: 'attempts' }),
      row({ name: `remaining streams of ${of}`, value: stayed, unit: 'streams', must: { atMost: 0 } }),
      row({ name: `memory after ${of}`, value: more / 1024, unit: 'MB' }),
      row({
        name: `security log entries for ${of}`,
        value: counted.rows[0]!.rows,
        unit: 'rows',
        must: { atMost: 20 },
      }),
    ];
  } finally {
    agent.destroy();
    await server.stop();
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { attempts: { type: 'string', default: '3000' }, json: { type: 'boolean' } },
  });
  print(await measureUninvited({ attempts: Number(values.attempts) }));
  process.exit();
}
